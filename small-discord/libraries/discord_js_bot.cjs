// The story's bot, written with discord.js. Its arguments: the address of the small Discord, and the token.

"use strict";

const discord = require("discord.js");

const [url, token] = process.argv.slice(2);
const client = new discord.Client({
  intents: [discord.GatewayIntentBits.Guilds],
  rest: { api: `${url}/api`, version: "10" },
});

client.once(discord.Events.ClientReady, async () => {
  const commands = ["hello", "form", "file"].map((name) => ({ name, description: "Do it" }));
  const rest = new discord.REST({ version: "9" }).setToken(token); // goes where here.mjs leads it
  await rest.put(discord.Routes.applicationCommands(client.application.id), { body: commands });
});

client.on(discord.Events.InteractionCreate, async (asked) => {
  if (asked.isChatInputCommand()) await { hello, form, file }[asked.commandName](asked);
  else if (asked.isButton()) await asked.update("pressed");
  else if (asked.isStringSelectMenu()) await asked.reply(`chose ${asked.values[0]}`);
  else if (asked.isModalSubmit()) await asked.reply(`got ${asked.fields.getTextInputValue("text")}`);
});

// A board: a button and a menu.
async function hello(asked) {
  const more = new discord.ButtonBuilder().setCustomId("more").setLabel("More").setStyle(discord.ButtonStyle.Primary);
  const options = ["one", "two"].map((each) => ({ label: each, value: each }));
  const cards = new discord.StringSelectMenuBuilder().setCustomId("cards").addOptions(options);
  const components = [more, cards].map((each) => new discord.ActionRowBuilder().addComponents(each));
  await asked.reply({ content: "hello", components, withResponse: true });
}

async function form(asked) {
  const field = new discord.TextInputBuilder().setCustomId("text").setStyle(discord.TextInputStyle.Short);
  const label = new discord.LabelBuilder().setLabel("Text").setTextInputComponent(field);
  const modal = new discord.ModalBuilder().setCustomId("form").setTitle("A form").addLabelComponents(label);
  await asked.showModal(modal);
}

// The client thinks, then sends a file.
async function file(asked) {
  await asked.deferReply();
  const card = new discord.AttachmentBuilder(Buffer.from("8S"), { name: "card.txt" });
  await asked.followUp({ content: "a file", files: [card] });
}

client.login(token);
