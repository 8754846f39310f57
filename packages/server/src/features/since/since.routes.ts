import { markSeen, maxNews, type SinceLastLook, sinceLastLook, type ThreadNews } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { snippetOf } from '../../platform/snippet.ts'
import type { ChangedThread, News, Since } from './since.service.ts'

export const sinceRoutes = ({ since }: { since: Since }): Route[] => [
  handle(sinceLastLook, ({ actor, params, query }) => since.look(actor, params.deal_id, query.seq).then(presentNews)),

  handle(markSeen, async ({ actor, params, body }) => {
    const { seq, at } = await since.mark(actor, params.deal_id, body.seq)
    return { seq, at: at.toISOString() }
  }),
]

/** Authors listed per section. */
const maxAuthors = 20

const presentNews = ({ threads, ...news }: News): SinceLastLook => ({
  from_seq: news.fromSeq,
  to_seq: news.toSeq,
  seen_at: news.seenAt?.toISOString() ?? null,
  never_seen: news.seenAt === null,
  entries: news.toSeq - news.fromSeq,
  sections: shown(news.sections).map((section) => ({
    section_key: section.sectionKey,
    title: section.title,
    change: section.change,
    ...(section.change === 'created' ? {} : { from_version: section.fromVersion }),
    to_version: section.version,
    by: section.by.slice(0, maxAuthors),
    stale: section.stale,
  })),
  threads: {
    new: shown(threads.new).map(presentThread),
    resolved: shown(threads.resolved).map(presentThread),
    reopened: shown(threads.reopened).map(presentThread),
    replied: shown(threads.replied).map(presentThread),
  },
  ratings: shown(news.ratings).map(({ sectionKey, count, meanBefore, mean }) => ({
    section_key: sectionKey,
    count,
    mean_before: meanBefore,
    mean_now: mean,
  })),
  decisions: shown(news.decisions).map(({ seq, type, decision, by, at }) => ({
    seq,
    type,
    decision,
    by,
    at: at.toISOString(),
  })),
  scenarios: shown(news.scenarios).map(({ id, name, change, by, at }) => ({
    scenario_id: id,
    name,
    change,
    by,
    at: at.toISOString(),
  })),
  contradictions: news.contradictions,
  other: news.other,
  truncated:
    news.cutOff ||
    [news.sections, ...Object.values(threads), news.ratings, news.decisions, news.scenarios].some(
      ({ length }) => length > maxNews,
    ),
})

const shown = <Item>(items: readonly Item[]): Item[] => items.slice(0, maxNews)

const presentThread = (thread: ChangedThread): ThreadNews => ({
  comment_id: thread.id,
  section_key: thread.sectionKey,
  comment_type: thread.commentType,
  status: thread.status,
  snippet: snippetOf(thread.beginning),
  author_name: thread.authorName,
  by: thread.by,
  at: thread.at.toISOString(),
})
