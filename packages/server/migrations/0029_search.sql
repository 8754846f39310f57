CREATE TABLE "search_backlog" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"stage" text NOT NULL,
	"after" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"deal_id" text NOT NULL,
	"org_id" uuid,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "search_entries_deal_id_kind_ref_pk" PRIMARY KEY("deal_id","kind","ref")
);
--> statement-breakpoint
ALTER TABLE "search_backlog" ADD CONSTRAINT "search_backlog_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_backlog_due" ON "search_backlog" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "search_entries_newest" ON "search_entries" USING btree ("deal_id","kind","at","ref");--> statement-breakpoint
CREATE INDEX "search_entries_newest_in_org" ON "search_entries" USING btree ("org_id","kind","at","deal_id","ref") WHERE "search_entries"."org_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "search_entries_deal" ON "search_entries" USING gin ("words") WHERE kind = 'deal';--> statement-breakpoint
CREATE INDEX "search_entries_metric" ON "search_entries" USING gin ("words") WHERE kind = 'metric';--> statement-breakpoint
CREATE INDEX "search_entries_section" ON "search_entries" USING gin ("words") WHERE kind = 'section';--> statement-breakpoint
CREATE INDEX "search_entries_document" ON "search_entries" USING gin ("words") WHERE kind = 'document';--> statement-breakpoint
CREATE INDEX "search_entries_fact" ON "search_entries" USING gin ("words") WHERE kind = 'fact';--> statement-breakpoint
CREATE INDEX "search_entries_comment" ON "search_entries" USING gin ("words") WHERE kind = 'comment';--> statement-breakpoint
-- written by hand: words of the search, written by triggers in the transaction of each change, whatever makes it.
-- How texts and questions are compared: without accents, case and punctuation. A tsvector ends at 1 MiB, so that a longer text would fail its change.
CREATE FUNCTION search_folded(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(translate(lower(CASE WHEN octet_length(said) = char_length(said) THEN said
      ELSE regexp_replace(normalize(said, NFKD), '[\u0300-\u036f]', '', 'g') END),
    'łøđßæœı!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”„…•·«»‹›×†‡§¶©®™€£¥°¿¡', 'lodsaoi                                                            '), 150000)
$$;--> statement-breakpoint
-- The text of a section without the marks of Markdown and the field names of its blocks.
CREATE FUNCTION search_plain(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(content, '```dc-block|```|"[a-z_]+":|[*#`{}\[\]|>]', ' ', 'g')
$$;--> statement-breakpoint
-- All units must be found, each a word or a phrase; the last word may be the beginning of one while it is open.
CREATE FUNCTION search_query(units text[], open boolean) RETURNS tsquery LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  asked tsquery := '';
  unit tsquery;
BEGIN
  FOR place IN 1 .. coalesce(array_length(units, 1), 0) LOOP
    unit := phraseto_tsquery('simple', search_folded(units[place]));
    CONTINUE WHEN numnode(unit) = 0;
    IF open AND place = array_length(units, 1) THEN
      unit := (unit::text || ':*')::tsquery;
    END IF;
    asked := asked && unit;
  END LOOP;
  RETURN asked;
END $$;--> statement-breakpoint
-- The part of a text around the first of the words, behind an ellipsis where it is not the beginning.
CREATE FUNCTION search_window(said text, units text[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN first > 1 THEN '…' ELSE '' END || substr(said, first, 400) FROM (
    SELECT greatest(1, coalesce(min(place), 1) - 80) AS first
    FROM (SELECT nullif(strpos(' ' || folded, ' ' || btrim(search_folded(unit))), 0) AS place
      FROM unnest(units) unit, (SELECT search_folded(said) AS folded) f) places
  ) found
$$;--> statement-breakpoint
CREATE FUNCTION search_put(deal text, what text, which text, moment timestamptz, said text, tokens text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_entries (deal_id, org_id, kind, ref, at, words)
  SELECT d.id, d.org_id, what, which, moment,
    array_to_tsvector(array_remove(ARRAY[' d' || md5(d.id), ' o' || md5(d.org_id::text)] || tokens, NULL))
      || to_tsvector('simple', search_folded(said))
  FROM deals d WHERE d.id = deal
  ON CONFLICT (deal_id, kind, ref) DO UPDATE SET org_id = excluded.org_id, at = excluded.at, words = excluded.words
$$;--> statement-breakpoint
CREATE FUNCTION search_drop(deal text, what text, which text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM search_entries WHERE deal_id = deal AND kind = what AND ref = which
$$;--> statement-breakpoint
CREATE FUNCTION search_put_deal(it deals) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.id, 'deal', '', it.updated_at, it.name, '{}')
$$;--> statement-breakpoint
CREATE FUNCTION search_put_metric(it deal_metrics) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.deal_id, 'metric', it.metric_key, it.updated_at, it.label || ' ' || it.metric_key, ARRAY[' m' || it.metric_key])
$$;--> statement-breakpoint
CREATE FUNCTION search_put_section(it sections) RETURNS void LANGUAGE sql AS $$
  SELECT CASE WHEN it.removed_at IS NULL
    THEN search_put(it.deal_id, 'section', it.section_key, it.updated_at, it.title || ' ' || search_plain(it.content), '{}')
    ELSE search_drop(it.deal_id, 'section', it.section_key) END
$$;--> statement-breakpoint
CREATE FUNCTION search_put_document(it documents) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.deal_id, 'document', it.id::text, it.created_at, concat_ws(' ', it.file_name, it.title, it.path), '{}')
$$;--> statement-breakpoint
CREATE FUNCTION search_put_passage(it passages) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.deal_id, 'document', it.document_id || ' ' || it.position, f.created_at, it.content, '{}')
  FROM documents f WHERE f.id = it.document_id
$$;--> statement-breakpoint
CREATE FUNCTION search_put_fact(it document_facts) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.deal_id, 'fact', it.document_id || ' ' || it.position, f.created_at,
    concat_ws(' ', it.term, it.qualifier, it.quote), ARRAY[' m' || it.metric_key])
  FROM documents f WHERE f.id = it.document_id
$$;--> statement-breakpoint
CREATE FUNCTION search_put_comment(it comments) RETURNS void LANGUAGE sql AS $$
  SELECT CASE WHEN it.deleted_at IS NULL
    THEN search_put(it.deal_id, 'comment', it.id::text, coalesce(it.edited_at, it.created_at), it.content, '{}')
    ELSE search_drop(it.deal_id, 'comment', it.id::text) END
$$;--> statement-breakpoint
CREATE FUNCTION search_put_reply(it comment_replies) RETURNS void LANGUAGE sql AS $$
  SELECT search_put(it.deal_id, 'comment', it.comment_id || ' ' || it.id, coalesce(it.edited_at, it.created_at), it.content, '{}')
$$;--> statement-breakpoint
CREATE FUNCTION search_follows_deals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_put_deal(NEW);
  -- Files can come before their deal.
  IF TG_OP = 'INSERT' THEN
    PERFORM search_put_document(f) FROM documents f WHERE f.deal_id = NEW.id;
  ELSIF OLD.org_id IS DISTINCT FROM NEW.org_id THEN
    UPDATE search_entries SET org_id = NEW.org_id,
      words = CASE WHEN OLD.org_id IS NULL THEN words ELSE ts_delete(words, ' o' || md5(OLD.org_id::text)) END
        || CASE WHEN NEW.org_id IS NULL THEN ''::tsvector ELSE array_to_tsvector(ARRAY[' o' || md5(NEW.org_id::text)]) END
    WHERE deal_id = NEW.id AND kind <> 'deal';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deals_added_search AFTER INSERT ON deals FOR EACH ROW EXECUTE FUNCTION search_follows_deals();--> statement-breakpoint
CREATE TRIGGER deals_changed_search AFTER UPDATE OF name, org_id ON deals FOR EACH ROW
  WHEN ((OLD.name, OLD.org_id) IS DISTINCT FROM (NEW.name, NEW.org_id)) EXECUTE FUNCTION search_follows_deals();--> statement-breakpoint
CREATE FUNCTION search_follows_deal_metrics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'metric', OLD.metric_key);
    RETURN NULL;
  END IF;
  PERFORM search_put_metric(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deal_metrics_added_search AFTER INSERT OR DELETE ON deal_metrics FOR EACH ROW EXECUTE FUNCTION search_follows_deal_metrics();--> statement-breakpoint
CREATE TRIGGER deal_metrics_changed_search AFTER UPDATE OF label, metric_key ON deal_metrics FOR EACH ROW
  WHEN ((OLD.label, OLD.metric_key) IS DISTINCT FROM (NEW.label, NEW.metric_key)) EXECUTE FUNCTION search_follows_deal_metrics();--> statement-breakpoint
CREATE FUNCTION search_follows_sections() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'section', OLD.section_key);
    RETURN NULL;
  END IF;
  PERFORM search_put_section(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sections_added_search AFTER INSERT OR DELETE ON sections FOR EACH ROW EXECUTE FUNCTION search_follows_sections();--> statement-breakpoint
CREATE TRIGGER sections_changed_search AFTER UPDATE OF title, content, removed_at ON sections FOR EACH ROW
  WHEN ((OLD.title, OLD.content, OLD.removed_at) IS DISTINCT FROM (NEW.title, NEW.content, NEW.removed_at)) EXECUTE FUNCTION search_follows_sections();--> statement-breakpoint
CREATE FUNCTION search_follows_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'document', OLD.id::text);
    RETURN NULL;
  END IF;
  PERFORM search_put_document(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_added_search AFTER INSERT OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION search_follows_documents();--> statement-breakpoint
CREATE TRIGGER documents_changed_search AFTER UPDATE OF file_name, title, path ON documents FOR EACH ROW
  WHEN ((OLD.file_name, OLD.title, OLD.path) IS DISTINCT FROM (NEW.file_name, NEW.title, NEW.path)) EXECUTE FUNCTION search_follows_documents();--> statement-breakpoint
CREATE FUNCTION search_follows_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'document', OLD.document_id || ' ' || OLD.position);
    RETURN NULL;
  END IF;
  PERFORM search_put_passage(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER passages_added_search AFTER INSERT OR DELETE ON passages FOR EACH ROW EXECUTE FUNCTION search_follows_passages();--> statement-breakpoint
CREATE TRIGGER passages_changed_search AFTER UPDATE OF content ON passages FOR EACH ROW
  WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION search_follows_passages();--> statement-breakpoint
CREATE FUNCTION search_follows_document_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'fact', OLD.document_id || ' ' || OLD.position);
    RETURN NULL;
  END IF;
  PERFORM search_put_fact(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER document_facts_added_search AFTER INSERT OR DELETE ON document_facts FOR EACH ROW EXECUTE FUNCTION search_follows_document_facts();--> statement-breakpoint
CREATE TRIGGER document_facts_changed_search AFTER UPDATE OF metric_key, term, qualifier, quote ON document_facts FOR EACH ROW
  WHEN ((OLD.metric_key, OLD.term, OLD.qualifier, OLD.quote) IS DISTINCT FROM (NEW.metric_key, NEW.term, NEW.qualifier, NEW.quote)) EXECUTE FUNCTION search_follows_document_facts();--> statement-breakpoint
CREATE FUNCTION search_follows_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_put_comment(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER comments_added_search AFTER INSERT ON comments FOR EACH ROW EXECUTE FUNCTION search_follows_comments();--> statement-breakpoint
CREATE TRIGGER comments_changed_search AFTER UPDATE OF content, deleted_at ON comments FOR EACH ROW
  WHEN ((OLD.content, OLD.deleted_at) IS DISTINCT FROM (NEW.content, NEW.deleted_at)) EXECUTE FUNCTION search_follows_comments();--> statement-breakpoint
CREATE FUNCTION search_follows_comment_replies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM search_drop(OLD.deal_id, 'comment', OLD.comment_id || ' ' || OLD.id);
    RETURN NULL;
  END IF;
  PERFORM search_put_reply(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER comment_replies_added_search AFTER INSERT OR DELETE ON comment_replies FOR EACH ROW EXECUTE FUNCTION search_follows_comment_replies();--> statement-breakpoint
CREATE TRIGGER comment_replies_changed_search AFTER UPDATE OF content ON comment_replies FOR EACH ROW
  WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION search_follows_comment_replies();--> statement-breakpoint
-- Deals from before are indexed in the background.
INSERT INTO search_backlog (deal_id, stage, after, due_at) SELECT id, 'deal', '', now() FROM deals;
