CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE bests (
	player BIGINT NOT NULL, 
	guild BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	period TEXT NOT NULL, 
	unwon INTEGER NOT NULL, 
	assisted INTEGER NOT NULL, 
	"left" INTEGER NOT NULL, 
	moves INTEGER NOT NULL, 
	seconds INTEGER NOT NULL, hidden BOOLEAN DEFAULT 0 NOT NULL, tiebreak INTEGER DEFAULT '9999' NOT NULL, 
	PRIMARY KEY (player, guild, game, period)
)
 WITHOUT ROWID

;
CREATE TABLE commands (
	application BIGINT NOT NULL, 
	digest TEXT NOT NULL, 
	ids TEXT NOT NULL, 
	PRIMARY KEY (application)
);
CREATE TABLE dailies (
	day DATE NOT NULL, 
	family TEXT NOT NULL, 
	game TEXT NOT NULL, 
	revision INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	stars INTEGER, 
	chance FLOAT, 
	PRIMARY KEY (day, family)
);
CREATE TABLE games (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	owner BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	guild BIGINT, 
	game TEXT NOT NULL, 
	revision INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	moves TEXT NOT NULL, 
	undone TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	status TEXT NOT NULL, 
	public BOOLEAN NOT NULL, 
	created_at DATETIME NOT NULL, 
	updated_at DATETIME NOT NULL, undos INTEGER DEFAULT '0' NOT NULL, hints INTEGER DEFAULT '0' NOT NULL, checks INTEGER DEFAULT '0' NOT NULL, kind TEXT DEFAULT 'chosen' NOT NULL, day DATE, set_aside TEXT, 
	CONSTRAINT games_status CHECK (status IN ('playing', 'finished', 'resigned'))
);
CREATE TABLE hidden_players (
	guild BIGINT NOT NULL, 
	player BIGINT NOT NULL, 
	PRIMARY KEY (guild, player)
);
CREATE TABLE left_servers (
	guild BIGINT NOT NULL, 
	left_at DATETIME NOT NULL, 
	PRIMARY KEY (guild)
);
CREATE TABLE looks (
	player BIGINT NOT NULL, 
	cards TEXT NOT NULL, 
	colours TEXT NOT NULL, 
	a_line INTEGER NOT NULL, deals TEXT DEFAULT 'any' NOT NULL, dealing TEXT DEFAULT 'by hand' NOT NULL, 
	PRIMARY KEY (player)
);
CREATE TABLE racers (
	race INTEGER NOT NULL, 
	player BIGINT NOT NULL, 
	game_id INTEGER NOT NULL, 
	PRIMARY KEY (race, player), 
	FOREIGN KEY(race) REFERENCES races (id), 
	UNIQUE (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE races (
	id INTEGER NOT NULL, 
	guild BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT, 
	starter BIGINT NOT NULL, 
	game TEXT NOT NULL, 
	seed TEXT NOT NULL, 
	started_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	over BOOLEAN NOT NULL, first_end DATETIME, settled BOOLEAN DEFAULT 0 NOT NULL, reposted BOOLEAN DEFAULT 0 NOT NULL, shown BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE results (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	player BIGINT NOT NULL, 
	guild BIGINT, 
	game TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	day DATE, 
	outcome TEXT NOT NULL, 
	assisted INTEGER NOT NULL, 
	"left" INTEGER NOT NULL, 
	moves INTEGER NOT NULL, 
	seconds INTEGER NOT NULL, 
	lost_by INTEGER, 
	ended_at DATETIME NOT NULL, unwon INTEGER DEFAULT '1' NOT NULL, tiebreak INTEGER DEFAULT '9999' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE secrets (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE seen_deals (
	fingerprint TEXT NOT NULL, 
	until DATETIME NOT NULL, 
	PRIMARY KEY (fingerprint)
);
CREATE TABLE "servers" (
	guild BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	hour INTEGER NOT NULL, 
	last_digest DATE, 
	due_at DATETIME NOT NULL, 
	taken_until DATETIME, 
	refused INTEGER DEFAULT '0' NOT NULL, 
	manager BIGINT, 
	PRIMARY KEY (guild)
);
CREATE INDEX bests_in_order ON bests (guild, game, period, hidden, unwon, assisted, "left", tiebreak, moves, seconds, player);
CREATE INDEX dailies_of_a_player ON results (player, day, game, kind, outcome) WHERE day IS NOT NULL;
CREATE INDEX games_in_play ON games (owner, channel) WHERE status = 'playing';
CREATE INDEX games_of_a_deal ON games (owner, seed, game);
CREATE INDEX games_of_a_seat ON games (owner, channel, id);
CREATE UNIQUE INDEX games_one_daily ON games (owner, day, game) WHERE kind = 'daily';
CREATE UNIQUE INDEX games_one_playing ON games (owner, channel) WHERE status = 'playing' AND kind <> 'daily';
CREATE INDEX races_going_on ON races (over, ends_at);
CREATE UNIQUE INDEX races_one_a_channel ON races (channel) WHERE over = false;
CREATE INDEX races_unsettled ON races (guild) WHERE settled = false;
CREATE INDEX results_of_a_day ON results (guild, day, game);
CREATE INDEX results_of_a_player ON results (player, game, ended_at, outcome, assisted, "left", lost_by, kind);
CREATE INDEX results_of_a_server ON results (guild, game, "left", outcome);
CREATE INDEX servers_due ON servers (due_at);
CREATE TRIGGER best_saved AFTER INSERT ON bests
        WHEN EXISTS (SELECT 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild))
        BEGIN
            UPDATE bests SET hidden = true
            WHERE player = NEW.player AND guild = NEW.guild AND game = NEW.game AND period = NEW.period;
        END;
CREATE TRIGGER player_hidden AFTER INSERT ON hidden_players
        BEGIN
            UPDATE bests SET hidden = true WHERE player = NEW.player AND NEW.guild IN (0, guild);
        END;
CREATE TRIGGER player_shown AFTER DELETE ON hidden_players
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS others
                WHERE others.player = OLD.player AND others.guild IN (0, bests.guild)
            )
            WHERE player = OLD.player AND OLD.guild IN (0, guild);
        END;
INSERT INTO alembic_version VALUES ('0020');
