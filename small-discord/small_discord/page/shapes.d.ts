// The shapes of what the small Discord and the page send each other: Discord's own, and those of the page's
// frames, which small-discord/small_discord/browser writes and reads. Only `make page` reads this; no browser loads it.

import type { State } from "./state.js";

/** What Discord leaves out or, where the bot sent it so, passes on as null. */
type Maybe<T> = T | null | undefined;

// People and places, as the frame "world" describes them.

export interface User {
  id: string;
  name: string;
}

export interface Channel {
  id: string;
  name: string;
  /** The channel that a thread belongs to. */
  parent: string | null;
  archived: boolean;
}

export interface Guild {
  id: string;
  name: string;
  channels: Channel[];
  owner: string;
  members: string[];
  roles: { id: string; name: string }[];
  has_bot: boolean;
  has_outage: boolean;
}

/** A conversation of people without the bot. */
export interface Talk {
  channel: string;
  people: string[];
}

export interface World {
  app: { id: string; name: string; bot_user: User };
  users: User[];
  /** By the id of a user: the language of their Discord, such as "pt-BR". */
  languages: Record<string, string>;
  /** The languages that Discord speaks. */
  locales: string[];
  guilds: Guild[];
  dms: { channel: string; user: string }[];
  talks: Talk[];
  commands: Command[];
  /** By the id of a user and that of a channel: the ids of the commands that it offers. */
  offers: Record<string, Record<string, string[]>>;
  /** The users who have added the app to their account. */
  installs: string[];
  bot_online: boolean;
  /** Whether the bot may read what people write to others. */
  bot_reads: boolean;
}

// Commands as the bot registered them, and what is given to their options.

export interface Command {
  id: string;
  type: number;
  name: string;
  description: string;
  description_localizations?: Maybe<Record<string, string>>;
  options?: Maybe<Option[]>;
}

export interface Option {
  type: number;
  name: string;
  description: string;
  description_localizations?: Maybe<Record<string, string>>;
  required?: Maybe<boolean>;
  choices?: Maybe<Choice[]>;
  autocomplete?: Maybe<boolean>;
  min_value?: Maybe<number>;
  max_value?: Maybe<number>;
  min_length?: Maybe<number>;
  max_length?: Maybe<number>;
  /** Those of a subcommand or a group. */
  options?: Maybe<Option[]>;
}

export interface Choice {
  name: string;
  name_localizations?: Maybe<Record<string, string>>;
  value: string | number | boolean;
}

/** A file on its way to the server, with its content in base64. */
export interface ChosenFile {
  filename: string;
  content: string;
}

/** The value of an option; nothing stands for an empty one. */
export type Given = Maybe<Choice["value"] | ChosenFile>;

export interface GivenOption {
  name: string;
  type: number;
  value?: Given;
  options?: GivenOption[];
  /** Whether choices are asked for this one. */
  focused?: boolean;
}

// Messages.

export interface Message {
  id: string;
  channel_id: string;
  author: User & { bot: boolean };
  timestamp: string;
  edited: boolean;
  content: string;
  components: Component[];
  embeds: Embed[];
  attachments: Attachment[];
  ephemeral: boolean;
  thinking: boolean;
  interaction: Use | null;
  reply_to?: Maybe<string>;
  mentions: User[];
  reactions: Reaction[];
}

/** An emoji below a message, with the ids of those who react with it. */
export interface Reaction {
  emoji: Emoji;
  users: string[];
}

/** Who used what; one of the page's own, for a command on its way, has no name. */
export interface Use {
  user: User;
  name?: string;
  from_menu?: boolean;
  command_line?: Maybe<string>;
}

export interface Attachment {
  id: string;
  filename: string;
  url: string;
  content_type: string;
  description: string | null;
  size: number;
}

export interface Embed {
  title?: Maybe<string>;
  description?: Maybe<string>;
  url?: Maybe<string>;
  color?: Maybe<number>;
  fields?: Maybe<EmbedField[]>;
  author?: Maybe<{ name: string }>;
  footer?: Maybe<{ text: string }>;
  image?: Maybe<Media>;
  thumbnail?: Maybe<Media>;
}

export interface EmbedField {
  name: string;
  value: string;
  inline?: Maybe<boolean>;
}

export interface Media {
  url: string;
}

// Components, told apart by `type`.

/** What may stand in a message; each kind is drawn by one of the drawers in components.js. */
export type Component =
  | Row
  | Button
  | StringSelect
  | EntitySelect
  | Section
  | Text
  | Thumbnail
  | Gallery
  | FileComponent
  | Separator
  | Container;

/** A component as a node, or a text where it cannot be one. */
export type Drawn = Node | string;

export type Drawers = { [C in Component as C["type"]]: (component: C, names: State) => Drawn };

export interface Row {
  type: 1;
  components: Component[];
}

export interface Button {
  type: 2;
  style: number;
  label?: Maybe<string>;
  emoji?: Maybe<Emoji>;
  /** All but links have one. */
  custom_id?: Maybe<string>;
  url?: Maybe<string>;
  disabled?: Maybe<boolean>;
}

/** One of the application's if it has an id, else a character. */
export interface Emoji {
  id?: Maybe<string>;
  name: string;
}

interface AnySelect {
  id?: number;
  custom_id: string;
  placeholder?: Maybe<string>;
  min_values?: Maybe<number>;
  max_values?: Maybe<number>;
  disabled?: Maybe<boolean>;
  required?: Maybe<boolean>;
}

export interface StringSelect extends AnySelect {
  type: 3;
  options: SelectOption[];
}

/** A select that Discord fills itself, with people, roles or channels. */
export interface EntitySelect extends AnySelect {
  type: 5 | 6 | 7 | 8;
  default_values?: Maybe<{ id: string }[]>;
  channel_types?: Maybe<number[]>;
}

/** A select with what can be chosen from it. */
export type Select = StringSelect | (EntitySelect & { options: SelectOption[] });

export interface SelectOption {
  label: string;
  value: string;
  description?: Maybe<string>;
  emoji?: Maybe<Emoji>;
  default?: Maybe<boolean>;
}

export interface Section {
  type: 9;
  components: Component[];
  accessory: Component;
}

export interface Text {
  type: 10;
  id?: number;
  content: string;
}

export interface Thumbnail {
  type: 11;
  media: Media;
  description?: Maybe<string>;
}

export interface Gallery {
  type: 12;
  items: { media: Media; description?: Maybe<string> }[];
}

export interface FileComponent {
  type: 13;
  file: Media;
  /** Those of a file component that an earlier version wrote are unknown. */
  name?: string;
  size?: number;
}

export interface Separator {
  type: 14;
  divider?: boolean;
  spacing?: number;
}

export interface Container {
  type: 17;
  components: Component[];
  accent_color?: Maybe<number>;
}

// Modals, and the answers to them.

export interface Modal {
  title: string;
  custom_id: string;
  components: (InputRow | Text | Label)[];
}

/** The older way to place a text input, which then has a label of its own. */
export interface InputRow {
  type: 1;
  id?: number;
  components: [TextInput & { label: string }];
}

export interface Label {
  type: 18;
  id?: number;
  label: string;
  description?: Maybe<string>;
  component: ModalInput;
}

export type ModalInput = TextInput | StringSelect | EntitySelect | FileUpload;

export interface TextInput {
  type: 4;
  id?: number;
  custom_id: string;
  style: number;
  placeholder?: Maybe<string>;
  value?: Maybe<string>;
  required?: Maybe<boolean>;
  min_length?: Maybe<number>;
  max_length?: Maybe<number>;
}

export interface FileUpload {
  type: 19;
  id?: number;
  custom_id: string;
  min_values?: Maybe<number>;
  max_values?: Maybe<number>;
  required?: Maybe<boolean>;
}

/** A component of a modal as it is sent back: without its looks, with what was filled in. */
export interface Filled {
  type: number;
  id?: number;
  custom_id?: string;
  value?: string;
  values?: (string | ChosenFile)[];
  component?: Filled;
  components?: Filled[];
}

// The frames that the page gets, told apart by `op`.

export type Frame = News | Answer;

/** What all windows are told, or those that look at a channel. */
export type News =
  | (World & { op: "world" })
  | (History & { op: "history" })
  | { op: "message"; channel: string; message: Message }
  | { op: "deleted"; channel: string; message: string };

/** What comes back, once, for a frame with that nonce. A modal means that all went well, too. */
export type Answer =
  | { op: "done"; nonce: string }
  | { op: "failed"; nonce: string; reason: string }
  | { op: "choices"; nonce: string; choices: Choice[] }
  | { op: "modal"; nonce: string; user: string; modal: Modal };

/** The latest messages of a channel that a user may see. */
export interface History {
  user: string;
  channel: string;
  messages: Message[];
}

// The frames that the page sends.

/** What somebody does somewhere; it is sent with a nonce, and answered. */
export type Deed =
  | { op: "command"; command: string; options: GivenOption[] }
  | { op: "autocomplete"; command: string; options: GivenOption[] }
  | { op: "menu"; command: string; kind: number; target: string }
  | { op: "component"; message: string; custom_id: string; component_type: number; values?: string[] }
  | { op: "modal"; modal: string; components: Filled[] }
  | { op: "react"; message: string; emoji: string; add: boolean }
  | { op: "say"; content: string; reply_to: string | null };

export type PlacedDeed = Deed & { user: string; channel: string };

export type Sent =
  | (PlacedDeed & { nonce: string })
  | { op: "view"; user: string; channel: string }
  | { op: "dismiss"; user: string; message: string }
  | { op: "app"; user: string; add: boolean }
  | { op: "language"; user: string; locale: string }
  | { op: "bot"; user: string; guild: string; invite: boolean };

// Nodes that carry what they were drawn from.

export type MessageNode = HTMLElement & { message: Message };
export type ButtonNode = HTMLElement & { component: Button };
/** `chosen` holds the values that were just chosen, before the bot has said anything. */
export type SelectNode = HTMLElement & { component: Select; chosen?: string[] };
export type Control = ButtonNode | SelectNode;
