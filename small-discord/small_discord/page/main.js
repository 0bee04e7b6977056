// Starts the page and joins its parts: frames of the server come in here, what people do goes out.
import { Clicks } from "./clicks.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { around, onPhone } from "./dom.js";
import { Drawer } from "./drawer.js";
import { drawHeader, drawWelcome } from "./header.js";
import { reveal } from "./inline.js";
import { Interactions } from "./interactions.js";
import { languageMenu } from "./languages.js";
import { Menu } from "./menu.js";
import { MessageList } from "./messages.js";
import { Modals } from "./modals.js";
import { Notice } from "./notice.js";
import { Picker } from "./picker.js";
import { Places } from "./places.js";
import { Presses } from "./presses.js";
import { followBottom } from "./scroll.js";
import { SentCommands } from "./sent.js";
import { keepChoice, readChoice, readToken } from "./session.js";
import { Speech } from "./speech.js";
import { State } from "./state.js";
import { keepTime } from "./time.js";
/** @import { Send } from "./composer.js" */
/** @import { Status } from "./connection.js" */
/** @import { Using } from "./message_menu.js" */
/** @import { Frame, History, Message, MessageNode, World } from "./shapes.d.ts" */

/** An element of index.html. @param {string} id */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const state = new State();
const connection = new Connection(readToken(), received, changed);
const interactions = new Interactions(connection, state);
const presses = new Presses(interactions, (id) => list.find(id));
const picker = new Picker();
const list = new MessageList(find("messages"), state, redrawn);
const sent = new SentCommands(find("sent"), interactions, state);
const composer = new Composer(find("composer"), state, interactions, { send, say });
const speech = new Speech(find("reply"), interactions, state, (reason, text) => {
  composer.putBack(text);
  composer.say(reason, true);
});
const modals = new Modals(interactions, state, picker);
const menu = new Menu();
const drawer = new Drawer(find("sidebar"), find("scrim"));
const notice = new Notice(find("notice"));
const places = new Places(find("sidebar"), state, {
  goTo,
  become,
  close: () => drawer.close(),
  changeBot: (guild, invite) => interactions.changeBot(guild, invite),
  changeApp: (add) => interactions.changeApp(add),
  chooseLanguage: (button) =>
    menu.open(button, [languageMenu(state, (locale) => interactions.changeLanguage(locale))]),
});
const toBottom = followBottom(find("scroller"), find("content"));
const parts = { composer, interactions, list, menu, picker, presses };
new Clicks(find("messages"), state, parts, { goTo, reply, use });
let mustLook = true;
let hasHistory = false;

/** @typedef {{ [F in Frame as F["op"]]: (frame: F) => unknown }} Receivers */
/** Answers are for whoever asked; a modal opens here. @type {Partial<Receivers>} */
const FRAMES = {
  world: learn,
  history: showHistory,
  message: ({ channel, message }) => isShown(channel) && put(message),
  deleted: ({ channel, message }) => isShown(channel) && remove(message),
  // The bot may have been slow, and somebody else is looking by now.
  modal: ({ nonce, user, modal }) => user === state.user && modals.open(nonce, modal),
};

/** @type {Send} */
function send(command, options, line) {
  toBottom();
  sent.send(command, options, line);
}

/** @param {string} text */
function say(text) {
  toBottom();
  speech.send(text);
}

/** @param {Message} message */
function reply(message) {
  speech.replyTo(message);
  composer.focus();
}

/** @type {Using} */
function use(command, kind, target) {
  toBottom();
  sent.use(command, kind, target);
}

/** @param {Frame} frame */
function received(frame) {
  // Each takes only frames with its own op, which is how it is found.
  const receive = /** @type {((frame: Frame) => unknown) | undefined} */ (FRAMES[frame.op]);
  receive?.(frame);
}

/** @param {Status} status */
function changed(status) {
  if (status === "open") mustLook = true;
  notice.connection(status);
}

/** @param {World} world */
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

/** @param {string} channel */
function goTo(channel) {
  drawer.close();
  if (channel === state.channel) return;
  state.settle(channel);
  move();
}

/** @param {string} user */
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

/** @param {boolean} isElsewhere */
function look(isElsewhere) {
  hasHistory = false;
  if (isElsewhere) {
    picker.close();
    list.clear();
    sent.clear();
    speech.forget();
  }
  keepChoice(state.user, state.channel);
  connection.send({ op: "view", user: state.user, channel: state.channel });
}

/** @param {History} history */
function showHistory({ user, channel, messages }) {
  // An answer to an older view may still be on its way.
  if (user !== state.user || channel !== state.channel) return;
  const isFirst = list.isEmpty();
  hasHistory = true;
  list.show(messages);
  welcome();
  if (isFirst) toBottom();
}

/** @param {string} channel */
function isShown(channel) {
  return hasHistory && channel === state.channel;
}

/** @param {Message} message */
function put(message) {
  list.put(message);
  welcome();
}

/** @param {string} id */
function remove(id) {
  list.remove(id);
  welcome();
}

function welcome() {
  const root = find("welcome");
  root.hidden = !list.isEmpty();
  if (!root.hidden) drawWelcome(root, state, () => composer.openPalette());
}

/** @param {MessageNode} message */
function redrawn(message) {
  presses.redrawn(message);
  picker.refresh(message);
}

/** @param {KeyboardEvent} event */
function keyed(event) {
  const { key } = event;
  const target = /** @type {HTMLElement} */ (event.target);
  if (key === "Enter" && target.matches(".spoiler[role]")) reveal(target);
  else if ((key === "ArrowDown" || key === "ArrowUp") && target.matches(".select")) target.click();
  else if (key === "/" && !target.matches("input, textarea") && !document.querySelector("dialog"))
    composer.openPalette();
  else return;
  event.preventDefault();
}

find("header").addEventListener("click", (event) => {
  if (around(event, "#drawer-toggle")) drawer.open();
});
document.addEventListener("keydown", keyed);
// The address with a new token differs from an old one only in its hash, for which browsers load nothing.
window.addEventListener("hashchange", () => location.reload());
keepTime();
if (connection.token) connection.open();
else notice.connection("refused");
if (!onPhone()) composer.focus();
