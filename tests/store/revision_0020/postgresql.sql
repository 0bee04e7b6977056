CREATE FUNCTION public.mark_best() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        BEGIN
            PERFORM 1 FROM hidden_players WHERE player = NEW.player AND guild IN (0, NEW.guild) FOR KEY SHARE;
            NEW.hidden := NEW.hidden OR FOUND;
            RETURN NEW;
        END $$;

CREATE FUNCTION public.mark_bests() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
        DECLARE
            whose bigint := coalesce(NEW.player, OLD.player);
            there bigint := coalesce(NEW.guild, OLD.guild);
        BEGIN
            UPDATE bests SET hidden = EXISTS (
                SELECT 1 FROM hidden_players AS hiding
                WHERE hiding.player = whose AND hiding.guild IN (0, bests.guild)
            )
            WHERE player = whose AND there IN (0, guild);
            RETURN NULL;
        END $$;

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);

CREATE TABLE public.bests (
    player bigint NOT NULL,
    guild bigint NOT NULL,
    game text NOT NULL,
    period text NOT NULL,
    unwon integer NOT NULL,
    assisted integer NOT NULL,
    "left" integer NOT NULL,
    moves integer NOT NULL,
    seconds integer NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    tiebreak integer DEFAULT 9999 NOT NULL
);

CREATE TABLE public.commands (
    application bigint NOT NULL,
    digest text NOT NULL,
    ids text NOT NULL
);

CREATE TABLE public.dailies (
    day date NOT NULL,
    family text NOT NULL,
    game text NOT NULL,
    revision integer NOT NULL,
    seed text NOT NULL,
    key text NOT NULL,
    number integer NOT NULL,
    stars integer,
    chance double precision
);

CREATE TABLE public.games (
    id bigint NOT NULL,
    owner bigint NOT NULL,
    channel bigint NOT NULL,
    guild bigint,
    game text NOT NULL,
    revision integer NOT NULL,
    seed text NOT NULL,
    moves text NOT NULL,
    undone text NOT NULL,
    version integer NOT NULL,
    status text NOT NULL,
    public boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    undos integer DEFAULT 0 NOT NULL,
    hints integer DEFAULT 0 NOT NULL,
    checks integer DEFAULT 0 NOT NULL,
    kind text DEFAULT 'chosen'::text NOT NULL,
    day date,
    set_aside text,
    CONSTRAINT games_status CHECK ((status = ANY (ARRAY['playing'::text, 'finished'::text, 'resigned'::text])))
);

CREATE SEQUENCE public.games_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.games_id_seq OWNED BY public.games.id;

CREATE TABLE public.hidden_players (
    guild bigint NOT NULL,
    player bigint NOT NULL
);

CREATE TABLE public.left_servers (
    guild bigint NOT NULL,
    left_at timestamp with time zone NOT NULL
);

CREATE TABLE public.looks (
    player bigint NOT NULL,
    cards text NOT NULL,
    colours text NOT NULL,
    a_line integer NOT NULL,
    deals text DEFAULT 'any'::text NOT NULL,
    dealing text DEFAULT 'by hand'::text NOT NULL
);

CREATE TABLE public.racers (
    race bigint NOT NULL,
    player bigint NOT NULL,
    game_id bigint NOT NULL
);

CREATE TABLE public.races (
    id bigint NOT NULL,
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    message bigint,
    starter bigint NOT NULL,
    game text NOT NULL,
    seed text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    over boolean NOT NULL,
    first_end timestamp with time zone,
    settled boolean DEFAULT false NOT NULL,
    reposted boolean DEFAULT false NOT NULL,
    shown bigint DEFAULT '0'::bigint NOT NULL
);

CREATE SEQUENCE public.races_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.races_id_seq OWNED BY public.races.id;

CREATE TABLE public.results (
    id bigint NOT NULL,
    game_id bigint NOT NULL,
    player bigint NOT NULL,
    guild bigint,
    game text NOT NULL,
    kind text NOT NULL,
    day date,
    outcome text NOT NULL,
    assisted integer NOT NULL,
    "left" integer NOT NULL,
    moves integer NOT NULL,
    seconds integer NOT NULL,
    lost_by integer,
    ended_at timestamp with time zone NOT NULL,
    unwon integer DEFAULT 1 NOT NULL,
    tiebreak integer DEFAULT 9999 NOT NULL
);

CREATE SEQUENCE public.results_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.results_id_seq OWNED BY public.results.id;

CREATE TABLE public.secrets (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.seen_deals (
    fingerprint text NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.servers (
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    hour integer NOT NULL,
    last_digest date,
    due_at timestamp with time zone NOT NULL,
    taken_until timestamp with time zone,
    refused integer DEFAULT 0 NOT NULL,
    manager bigint
);

ALTER TABLE ONLY public.games ALTER COLUMN id SET DEFAULT nextval('public.games_id_seq'::regclass);

ALTER TABLE ONLY public.races ALTER COLUMN id SET DEFAULT nextval('public.races_id_seq'::regclass);

ALTER TABLE ONLY public.results ALTER COLUMN id SET DEFAULT nextval('public.results_id_seq'::regclass);

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);

ALTER TABLE ONLY public.bests
    ADD CONSTRAINT bests_pkey PRIMARY KEY (player, guild, game, period);

ALTER TABLE ONLY public.commands
    ADD CONSTRAINT commands_pkey PRIMARY KEY (application);

ALTER TABLE ONLY public.dailies
    ADD CONSTRAINT dailies_pkey PRIMARY KEY (day, family);

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hidden_players
    ADD CONSTRAINT hidden_players_pkey PRIMARY KEY (guild, player);

ALTER TABLE ONLY public.left_servers
    ADD CONSTRAINT left_servers_pkey PRIMARY KEY (guild);

ALTER TABLE ONLY public.looks
    ADD CONSTRAINT looks_pkey PRIMARY KEY (player);

ALTER TABLE ONLY public.racers
    ADD CONSTRAINT racers_game_id_key UNIQUE (game_id);

ALTER TABLE ONLY public.racers
    ADD CONSTRAINT racers_pkey PRIMARY KEY (race, player);

ALTER TABLE ONLY public.races
    ADD CONSTRAINT races_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_game_id_key UNIQUE (game_id);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.seen_deals
    ADD CONSTRAINT seen_deals_pkey PRIMARY KEY (fingerprint);

ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (guild);

CREATE INDEX bests_in_order ON public.bests USING btree (guild, game, period, hidden, unwon, assisted, "left", tiebreak, moves, seconds, player);

CREATE INDEX dailies_of_a_player ON public.results USING btree (player, day, game, kind, outcome) WHERE (day IS NOT NULL);

CREATE INDEX games_in_play ON public.games USING btree (owner, channel) WHERE (status = 'playing'::text);

CREATE INDEX games_of_a_deal ON public.games USING btree (owner, seed, game);

CREATE INDEX games_of_a_seat ON public.games USING btree (owner, channel, id);

CREATE UNIQUE INDEX games_one_daily ON public.games USING btree (owner, day, game) WHERE (kind = 'daily'::text);

CREATE UNIQUE INDEX games_one_playing ON public.games USING btree (owner, channel) WHERE ((status = 'playing'::text) AND (kind <> 'daily'::text));

CREATE INDEX races_going_on ON public.races USING btree (over, ends_at);

CREATE UNIQUE INDEX races_one_a_channel ON public.races USING btree (channel) WHERE (over = false);

CREATE INDEX races_unsettled ON public.races USING btree (guild) WHERE (settled = false);

CREATE INDEX results_of_a_day ON public.results USING btree (guild, day, game);

CREATE INDEX results_of_a_player ON public.results USING btree (player, game, ended_at, outcome, assisted, "left", lost_by, kind);

CREATE INDEX results_of_a_server ON public.results USING btree (guild, game, "left", outcome);

CREATE INDEX servers_due ON public.servers USING btree (due_at);

CREATE TRIGGER best_saved BEFORE INSERT ON public.bests FOR EACH ROW EXECUTE FUNCTION public.mark_best();

CREATE TRIGGER player_hidden_or_shown AFTER INSERT OR DELETE ON public.hidden_players FOR EACH ROW EXECUTE FUNCTION public.mark_bests();

ALTER TABLE ONLY public.racers
    ADD CONSTRAINT racers_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);

ALTER TABLE ONLY public.racers
    ADD CONSTRAINT racers_race_fkey FOREIGN KEY (race) REFERENCES public.races(id);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_game_id_fkey FOREIGN KEY (game_id) REFERENCES public.games(id);

INSERT INTO public.alembic_version VALUES ('0020');
