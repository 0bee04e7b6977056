"""What we change in discord.py (2.7.1), or do for it: all that depends on more than it promises.

A change stays if somebody has reported what it mends, if Discord's documentation announces it, or if it gains
what can be measured. `docs/upstream.md` has the reports that discord.py could be sent.

| what is changed | where | why | until | what speaks for it |
|---|---|---|---|---|
| a lost connection is tried again; "answered already" after a try of its own is success | `bot.client.requests.Webhook` | discord.py retries what Discord answers with 5xx only, and takes 40060 for a failure: a press would be played and not shown | it does so itself | discord.js #9302, discord.py #9331 |
| an answer, an edit of it or a follow-up that fails is tried for three seconds | `bot.client.requests.Webhook` | discord.py tries for 25 after a 5xx: an answer is too late after three, and of what follows nobody hears meanwhile | it does not | Discord docs, "Receiving and Responding": three seconds |
| no message comes back with an edit | `bot.client.requests.Webhook` | discord.py asks for it and reads several kilobytes a press, for nothing | it can be asked not to | Discord docs, "Create Interaction Response": `with_response`; 7 kB and 0.3 ms of a press |
| of servers only names are cached, and channels, roles and members not at all | `bot.client.events.cache_names_only` | up to half a megabyte a server otherwise; `Intents` and `MemberCacheFlags` know no such switch | there is one | discord.py #10316, #4111; measured: half a megabyte |
| what Discord may leave out of an interaction's channel is filled in, also where its type is a new one | `bot.client.events.cache_names_only` | discord.py fails with KeyError, and nobody gets an answer | it reads partial channels | pycord #1257, #3046; Discord docs, "Interaction Object": a partial channel |
| a pause that Discord asks of all requests ends with the one that was told of it | `bot.client.requests.outlive_pauses` | if that one is cancelled in its sleep, no other is ever sent | it ends the pause whatever happens | disnake #1585, discord.py #6074 |
| an event that nobody can read is one line in the log, and whoever asked is told | `bot.client.events.drop_unreadable` | an exception of a parser ends the process, for all servers | it goes on by itself | discord.py #9969, #5185, #2429 |
| a frame that nobody can read begins another session of its shard | `bot.client.events.drop_unreadable` | what is no JSON, or a READY without contents, ends the process, for all servers | it goes on by itself | discord.py #851, #443 |
| a connection that ends before it began is followed by another | `bot.client.gateway.outlive_ended_connections` | it ends the process, for all servers, if a connection was lost before | `Shard.reconnect` knows `ReconnectWebSocket` | discord.py #2416 |
| what comes long after a limit is dropped before objects are made of it | `bot.client.events.ignore_floods` | one person could keep the loop busy | there is a hook before parsing | measured: 0.01 ms an event instead of 0.33 |
| a shard looks for Discord about once a minute | `bot.client.gateway.look_for_discord_often` | after a long outage it waits up to 17 minutes; the pause is private | it is a setting | discord.py #6074 |
| sessions start in turn, over all processes, and the last of a day are saved | `bot.client.gateway.SessionStarts` | discord.py counts in one process, and a bot in a crash loop loses its token | for good | discord-api-docs #1387, muse #505; Discord docs, "Gateway": `max_concurrency` |
| a signal that comes as a shard connects is heeded | `bot.client.gateway.heeding_cancellation` | it is lost where a shard reconnects, and in `asyncio.wait_for`, and the bot is stopped nine seconds later, without leaving | discord.py lets a cancellation through, and Python 3.11 is no longer supported | cpython #86296 |
| whoever has asked gets an answer before the bot leaves | `bot.client.gateway.drain` | `close` drops what is being answered; the tasks are known by their names | `close` waits | no report found |
| an answer that comes too late is one line in the log | `bot.client.failures.late_in_one_line` | the command tree logs a traceback | for good | wall_e #510 |
| a button is sent as it was written | `bot.ui.components.PressButton` | `discord.ui.Button` takes a fifth of the time of a board | it is as quick | measured: a fifth of the time of a board |
| a channel that the bot cannot see is an option like others | `bot.client.options.TextChannel` | discord.py's transformer fails without a word to the user | it returns a partial channel | no report found |
| types, choices and ranges of options are checked | `bot.client.options.check_options` | discord.py lets through what another version has offered, or somebody made up; what it can't read, it fails on without an answer | it checks them | discord.py #9214, #7810 |
| the bot's permissions in a chosen channel are read from the command | `bot.client.options.TextChannel` | discord.py does not read `app_permissions` of resolved channels | it does | discord-api-docs #8443 |
"""  # noqa: E501  rows of a table
