// The websocket to the small Discord: comes back after a loss and matches answers to requests by nonce.
/** @import { Answer, Frame, PlacedDeed, Sent } from "./shapes.d.ts" */

const WRONG_TOKEN = 4004;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const LOST = "The connection to the small Discord was lost. Try again.";
const NO_LINE = "There is no connection to the small Discord. Wait a moment and try again.";

/** @typedef {"open" | "lost" | "refused"} Status */

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, (frame: Answer) => void>} */
  #requests = new Map();
  #wait = FIRST_WAIT;
  #prefix = Math.random().toString(36).slice(2, 10);
  #count = 0;
  /** Whether the server has answered the hello: before, the page knows nobody in whose name to do anything. */
  #isGreeted = false;

  /**
   * `onFrame(frame)` gets every frame.
   * @param {string | null} token @param {(frame: Frame) => void} onFrame
   * @param {(status: Status) => void} onStatus
   */
  constructor(token, onFrame, onStatus) {
    this.token = token;
    this.onFrame = onFrame;
    this.onStatus = onStatus;
  }

  /** Connect, and keep connecting until the token is refused. */
  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/page`);
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => this.#received(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => this.#closed(code));
    this.#socket = socket;
  }

  /** Send a frame; false if there is no connection. @param {Sent} frame */
  send(frame) {
    if (!this.#isGreeted || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Send a frame with a new nonce; `answer(frame)` is called once. Returns the nonce.
   * @param {PlacedDeed} frame @param {(frame: Answer) => void} answer
   */
  request(frame, answer) {
    this.#count += 1;
    const nonce = `${this.#prefix}${this.#count}`;
    if (this.send({ ...frame, nonce })) this.#requests.set(nonce, answer);
    else queueMicrotask(() => answer({ op: "failed", nonce, reason: NO_LINE }));
    return nonce;
  }

  #opened() {
    this.#wait = FIRST_WAIT;
    this.#socket?.send(JSON.stringify({ op: "hello", token: this.token }));
    this.onStatus("open");
  }

  /** @param {Frame} frame */
  #received(frame) {
    this.#isGreeted = true;
    if ("nonce" in frame) this.#answered(frame);
    this.onFrame(frame);
  }

  /** @param {Answer} frame */
  #answered(frame) {
    const answer = this.#requests.get(frame.nonce);
    this.#requests.delete(frame.nonce);
    answer?.(frame);
  }

  /** @param {number} code */
  #closed(code) {
    this.#isGreeted = false;
    const unanswered = [...this.#requests];
    this.#requests.clear();
    for (const [nonce, answer] of unanswered) answer({ op: "failed", nonce, reason: LOST });
    if (code === WRONG_TOKEN) return this.onStatus("refused");
    this.onStatus("lost");
    setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    return undefined;
  }
}
