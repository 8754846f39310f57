import { memoSchema } from '@deal-canvas/memo/document'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import type { Plugin } from 'prosemirror-state'

const { nodes, marks } = memoSchema

/** Text between signs becomes marked text. */
const marking = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(
    pattern,
    (state, match, start, end) => {
      const [written, text = ''] = match
      if (text.trim() !== text) return null
      const signs = (written.length - text.length) / 2
      // The last sign was typed and is not in the document yet.
      return state.tr
        .delete(start + signs + text.length, end)
        .delete(start, start + signs)
        .addMark(start, start + text.length, type.create())
        .removeStoredMark(type)
    },
    { inCodeMark: false },
  )

/** What people who know Markdown type becomes what it means. */
export const typedMarks = (): Plugin =>
  inputRules({
    rules: [
      new InputRule(
        /\[\[([a-z0-9_]{1,80})\]\]$/,
        (state, [, key], start, end) => state.tr.replaceWith(start, end, nodes.metric.create({ key })),
        { inCodeMark: false },
      ),
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '#']) => ({ level: signs.length })),
      textblockTypeInputRule(/^```$/, nodes.code_block),
      wrappingInputRule(/^[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})[.)]\s$/,
        nodes.ordered_list,
        ([, start]) => ({ start: Number(start) }),
        ([, start], list) => list.childCount + list.attrs['start'] === Number(start),
      ),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      marking(/\*\*([^*]+)\*\*$/, marks.strong),
      marking(/(?<![\w_])_([^_]+)_$/, marks.em),
      marking(/`([^`]+)`$/, marks.code),
    ],
  })
