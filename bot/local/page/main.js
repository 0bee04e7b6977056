// Starts the page and joins its parts: frames of the server come in here, what people do goes out.
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { isBlocked, showChosen } from "./controls.js";
import { onPhone } from "./dom.js";
import { Drawer } from "./drawer.js";
import { findByKey, keyOf } from "./focus.js";
import { drawHeader, drawWelcome } from "./header.js";
import { reveal } from "./inline.js";
import { Interactions } from "./interactions.js";
import { MessageList } from "./messages.js";
import { ModalDialog } from "./modal.js";
import { Notice } from "./notice.js";
import { Picker } from "./picker.js";
import { Places } from "./places.js";
import { Presses } from "./presses.js";
import { followBottom } from "./scroll.js";
import { SentCommands } from "./sent.js";
import { keepChoice, readChoice, readToken } from "./session.js";
import { State } from "./state.js";
import { keepTime } from "./time.js";

const find = (id) => document.getElementById(id);
const state = new State();
const connection = new Connection(readToken(), received, changed);
const interactions = new Interactions(connection, state);
const presses = new Presses(interactions, (id) => list.find(id));
const picker = new Picker();
const list = new MessageList(find("messages"), state, redrawn);
const sent = new SentCommands(find("sent"), interactions, state);
const composer = new Composer(find("composer"), state, interactions, (...command) => {
  toBottom();
  sent.send(...command);
});
const drawer = new Drawer(find("sidebar"), find("scrim"));
const notice = new Notice(find("notice"));
const places = new Places(find("sidebar"), state, { goTo, become, close: () => drawer.close() });
const toBottom = followBottom(find("scroller"), find("content"));
let mustLook = true;
let hasHistory = false;

const FRAMES = {
  world: learn,
  history: showHistory,
  message: ({ channel, message }) => isShown(channel) && put(message),
  deleted: ({ channel, message }) => isShown(channel) && remove(message),
  modal: ({ nonce, modal }) => showModal(nonce, modal),
};

function received(frame) {
  FRAMES[frame.op]?.(frame);
}

function changed(status) {
  if (status === "open") mustLook = true;
  notice.connection(status);
}

function learn(world) {
  const { user, channel } = state;
  state.learn(world, readChoice());
  const hasMoved = user !== state.user || channel !== state.channel;
  draw();
  if (mustLook || hasMoved) look(hasMoved);
  mustLook = false;
}

function draw() {
  places.draw();
  drawHeader(find("header"), state);
  notice.bot(state.world);
}

function goTo(channel) {
  drawer.close();
  if (channel === state.channel) return;
  state.settle(channel);
  move();
}

function become(user) {
  drawer.close();
  if (user === state.user) return;
  state.user = user;
  state.settle(state.channel);
  move();
}

function move() {
  draw();
  look(true);
  composer.reset();
  if (!onPhone()) composer.focus();
}

function look(isElsewhere) {
  hasHistory = false;
  if (isElsewhere) {
    picker.close();
    list.clear();
    sent.clear();
  }
  keepChoice(state.user, state.channel);
  connection.send({ op: "view", user: state.user, channel: state.channel });
}

function showHistory({ user, channel, messages }) {
  // An answer to an older view may still be on its way.
  if (user !== state.user || channel !== state.channel) return;
  const isFirst = list.isEmpty();
  hasHistory = true;
  list.show(messages);
  welcome();
  if (isFirst) toBottom();
}

function isShown(channel) {
  return hasHistory && channel === state.channel;
}

function put(message) {
  list.put(message);
  welcome();
}

function remove(id) {
  list.remove(id);
  welcome();
}

function welcome() {
  const root = find("welcome");
  root.hidden = !list.isEmpty();
  if (!root.hidden) drawWelcome(root, state, () => composer.openPalette());
}

function redrawn(message) {
  presses.redrawn(message);
  picker.refresh(message);
}

function showModal(nonce, modal) {
  const opener = document.activeElement;
  const message = opener.closest("[data-message]");
  const key = message && opener.dataset.customId ? keyOf(message, opener) : null;
  const dialog = new ModalDialog(modal, state, {
    send: (components, answer) => interactions.start({ op: "modal", modal: nonce, components }, answer),
    closed: () => (key ? findByKey(message, key) : opener)?.focus(),
  });
  dialog.node.addEventListener("click", ({ target }) => {
    const select = target.closest(".select");
    if (select) picker.open(select, dialog.node, (options, trigger) => choose(trigger, options));
  });
  dialog.open();
}

function choose(select, options) {
  showChosen(select, options);
  select.chosen = options.map(({ value }) => value);
}

function clicked({ target }) {
  const message = target.closest("[data-message]");
  if (target.closest("[data-dismiss]")) return interactions.dismiss(message.dataset.message);
  const jump = target.closest("[data-jump]");
  if (jump) return list.find(jump.dataset.jump)?.scrollIntoView({ behavior: "smooth" });
  if (target.closest(".spoiler[role]")) return reveal(target.closest(".spoiler"));
  const control = target.closest("[data-custom-id]");
  return control && !isBlocked(control) ? pressed(message, control) : undefined;
}

function pressed(message, control) {
  if (!control.matches(".select")) return presses.press(message, control);
  return picker.open(control, message, (options, trigger) => {
    choose(trigger, options);
    presses.press(
      message,
      trigger,
      options.map(({ value }) => value),
    );
  });
}

function keyed(event) {
  const { target, key } = event;
  if (key === "Enter" && target.matches(".spoiler[role]")) reveal(target);
  else if ((key === "ArrowDown" || key === "ArrowUp") && target.matches(".select")) target.click();
  else if (key === "/" && !target.matches("input, textarea") && !document.querySelector("dialog"))
    composer.openPalette();
  else return;
  event.preventDefault();
}

find("messages").addEventListener("click", clicked);
find("header").addEventListener("click", ({ target }) => target.closest("#drawer-toggle") && drawer.open());
document.addEventListener("keydown", keyed);
keepTime();
if (connection.token) connection.open();
else notice.connection("refused");
if (!onPhone()) composer.focus();
