// Commands on their way: a line until the bot has answered, in red if it did not.
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { drawUse } from "./message.js";
/** @import { SlashCommand } from "./commands.js" */
/** @import { Interactions } from "./interactions.js" */
/** @import { Command, Deed, GivenOption, User } from "./shapes.d.ts" */
/** @import { State } from "./state.js" */

export class SentCommands {
  /** @param {HTMLElement} root @param {Interactions} interactions @param {State} state */
  constructor(root, interactions, state) {
    this.root = root;
    this.interactions = interactions;
    this.state = state;
  }

  /**
   * Send a slash command and show its line.
   * @param {SlashCommand} command @param {GivenOption[]} options @param {string} line
   */
  send(command, options, line) {
    this.#start({ op: "command", command: command.id, options }, line);
  }

  /**
   * Send a command of a context menu on the user or message with the id `target`, and show its line.
   * @param {Command} command @param {number} kind @param {string} target
   */
  use(command, kind, target) {
    this.#start({ op: "menu", command: command.id, kind, target }, command.name);
  }

  /** @param {Deed} frame @param {string} line */
  #start(frame, line) {
    const user = /** @type {User} */ (this.state.person(this.state.user)); // one of those who are there
    const node = el("div", { class: "sending" }, drawUse({ user, command_line: line }, this.state));
    this.root.append(node);
    this.interactions.start(frame, {
      done: () => node.remove(),
      failed: (reason) => showFailure(node, reason),
    });
  }

  /** Forget all lines, when someone looks elsewhere. */
  clear() {
    this.root.replaceChildren();
  }
}

/** @param {HTMLElement} node @param {string} reason */
function showFailure(node, reason) {
  node.classList.add("failed");
  node.append(
    el("p", { class: "failure", role: "alert" }, reason),
    el(
      "button",
      { type: "button", class: "round", "aria-label": "Dismiss", onclick: () => node.remove() },
      icon("close"),
    ),
  );
}
