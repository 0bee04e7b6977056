// What a click in a message does.
import { isBlocked, showChosen } from "./controls.js";
import { reveal } from "./inline.js";
import { messageMenu } from "./message_menu.js";

export class Clicks {
  /** `parts` are those of the page that clicks lead to; `run` has goTo(channel), reply(message) and use(command, kind, target). */
  constructor(root, state, parts, run) {
    this.state = state;
    this.parts = parts;
    this.run = run;
    root.addEventListener("click", (event) => this.#clicked(event));
  }

  #clicked(event) {
    const { target } = event;
    const { composer, interactions, list, menu } = this.parts;
    const message = target.closest("[data-message]");
    const hit = (selector) => target.closest(selector);
    if (hit("[data-dismiss]")) interactions.dismiss(message.dataset.message);
    else if (hit("[data-jump]")) {
      list.find(hit("[data-jump]").dataset.jump)?.scrollIntoView({ behavior: "smooth" });
    } else if (hit(".spoiler[role]")) reveal(hit(".spoiler"));
    else if (hit("[data-place]")) this.#followed(event, hit("[data-place]").dataset.place);
    else if (hit("[data-command]")) {
      const { command, title } = hit("[data-command]").dataset;
      composer.openCommand(command, title);
    } else if (hit("[data-menu]")) {
      menu.open(hit("[data-menu]"), messageMenu(message.message, this.state, this.run));
    } else if (hit("[data-custom-id]")) this.#pressed(message, hit("[data-custom-id]"));
  }

  // A channel that there is not, here or any more, is left to the browser.
  #followed(event, channel) {
    if (!this.state.channels().some(({ id }) => id === channel)) return;
    event.preventDefault();
    this.run.goTo(channel);
  }

  #pressed(message, control) {
    const { picker, presses } = this.parts;
    if (isBlocked(control)) return;
    if (!control.matches(".select")) presses.press(message, control);
    else
      picker.open(control, message, (options, trigger) => {
        showChosen(trigger, options);
        const values = options.map(({ value }) => value);
        presses.press(message, trigger, values);
      });
  }
}
