// Commands on their way: a line until the bot has answered, in red if it did not.
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { drawUse } from "./message.js";

export class SentCommands {
  constructor(root, interactions, state) {
    this.root = root;
    this.interactions = interactions;
    this.state = state;
  }

  /** Send a command and show its line. */
  send(command, options, line) {
    const user = this.state.person(this.state.user);
    const node = el(
      "div",
      { class: "sending" },
      drawUse({ user, name: command.title, command_line: line }, this.state),
    );
    this.root.append(node);
    this.interactions.start(
      { op: "command", command: command.id, options },
      {
        done: () => node.remove(),
        failed: (reason) => showFailure(node, reason),
      },
    );
  }

  /** Forget all lines, when someone looks elsewhere. */
  clear() {
    this.root.replaceChildren();
  }
}

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
