import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedAnswer } from './expected-answer.ts'
import { everydayGroups, tradeGroups } from './glossary/index.ts'
import { queryTerms } from './query-terms.ts'
import { rankPassages } from './rank-passages.ts'
import { splitSentences } from './split-sentences.ts'

const sentencesIn = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end))
const candidate = (content: string, nearness?: readonly number[]) => ({ content, documentName: 'OM.pdf', nearness })

describe('sentences of a passage', () => {
  it('joins wrapped lines, and keeps the lines of lists and tables apart', () => {
    const text = [
      'The shareholders of Northwind Filtration Holdings, Inc. expect an enterprise',
      'value of USD 347.4 million. Comparable deals were closed at 9.5x.',
      '- Taxes: $214,350',
      '| Insurance | $118,300 |',
    ].join('\n')
    expect(sentencesIn(text)).toEqual([
      'The shareholders of Northwind Filtration Holdings, Inc. expect an enterprise\nvalue of USD 347.4 million.',
      'Comparable deals were closed at 9.5x.',
      '- Taxes: $214,350',
      '| Insurance | $118,300 |',
    ])
  })

  it('covers every word of any text once, in order, in parts of at most 400 characters', () => {
    const words = fc.array(fc.constantFrom('rent', 'Inc.', 'roofs.', '1.', '|', '-', '?', 'x'.repeat(500)))
    const gaps = fc.array(fc.constantFrom(' ', '\n', '\n\n', '    '), { minLength: 1 })
    fc.assert(
      fc.property(words, gaps, (said, between) => {
        const text = said.map((word, at) => word + (between[at % between.length] ?? ' ')).join('')
        const spans = splitSentences(text)
        const isOrdered = spans.every(({ start, end }, at) => start < end && start >= (spans[at - 1]?.end ?? 0))
        const letters = (some: string) => some.match(/\p{L}/gu)?.length ?? 0
        const covered = spans.reduce((sum, { start, end }) => sum + letters(text.slice(start, end)), 0)
        return isOrdered && spans.every(({ start, end }) => end - start <= 400) && covered === letters(text)
      }),
    )
  })
})

describe('ranking of passages', () => {
  it('puts the passage with all words of the question first and quotes its best sentence', () => {
    const [best] = rankPassages(queryTerms('How old are the roofs?'), [
      candidate('The boilers are old.'),
      candidate('Parking is free. The roofs are 17 years old. Taxes are due.'),
    ])
    expect(best?.item.content.slice(best.sentence.start, best.sentence.end)).toBe('The roofs are 17 years old.')
  })

  it('counts a synonym less than the word itself', () => {
    const scoreOf = (content: string) => rankPassages(queryTerms('deposit'), [candidate(content)])[0]?.score ?? 0
    expect(scoreOf('The deposit is small.')).toBeGreaterThan(scoreOf('Earnest money is small.'))
    expect(scoreOf('Earnest money is small.')).toBeGreaterThan(0)
    expect(scoreOf('Money is small.')).toBe(0)
  })

  it('prefers the sentence with an amount if the question asks how much', () => {
    const quoted = (question: string) => {
      const content = 'The roof repairs are due soon. The roof repairs come to $86,400.'
      const [best] = rankPassages(queryTerms(question), [candidate(content)], { expected: expectedAnswer(question) })
      return content.slice(best?.sentence.start, best?.sentence.end)
    }
    expect(quoted('How much are the roof repairs?')).toBe('The roof repairs come to $86,400.')
    expect(quoted('Are there roof repairs?')).toBe('The roof repairs are due soon.')
  })

  it('counts the sentence before, which names what a pronoun stands for', () => {
    const content =
      'The loan is new. Its monthly rate is low. Taxes are due. Parking is scarce. Its monthly rate is high.'
    const [best] = rankPassages(queryTerms('What is the monthly rate of parking?'), [candidate(content)])
    expect(content.slice(best?.sentence.start, best?.sentence.end)).toBe('Its monthly rate is high.')
  })

  it('matches a passage by its meaning alone, and none whose meaning is far', () => {
    const terms = queryTerms('Is there a danger of high water?')
    expect(rankPassages(terms, [candidate('It lies in a flood plain.', [0.7])])).toHaveLength(1)
    expect(rankPassages(terms, [candidate('Taxes are due in May.', [0.2])])).toHaveLength(0)
  })

  it('gives scores from 0 to 1 for any question and passage', () => {
    const near = fc.option(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }), { nil: undefined })
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), near, (question, content, nearness) =>
        rankPassages(queryTerms(question), [candidate(content, nearness)]).every(
          ({ score, sentence }) => score >= 0 && score <= 1 && sentence.end <= content.length,
        ),
      ),
    )
  })
})

describe('the form of an answer', () => {
  it.each([
    ['How much is the fee?', 'It is $4 million.', 1],
    ['How much is the fee?', 'It is 25 a day.', 0.5],
    ['How much is the fee?', 'It is waived.', 0],
    ['Which share of revenue recurs?', 'It is 85%.', 1],
    ['How many units are there?', 'There are forty of them.', 1],
    ['When does the loan mature?', 'It matures on 1 May 2031.', 1],
    ['When does the loan mature?', 'It is a 9.5x multiple.', 0],
    ['How long is the inspection?', 'Thirty days.', 1],
    ['Who pays the broker?', 'It is paid by Granite Mutual.', 1],
    ['Is the loan recourse?', 'It is $4 million.', 0],
  ])('of "%s" is that of "%s" to %d', (question, sentence, expected) => {
    expect(expectedAnswer(question)(sentence)).toBe(expected)
  })
})

describe('the glossary', () => {
  it('has at least two different phrases in every group', () => {
    for (const group of [...tradeGroups, ...everydayGroups]) {
      expect(group.length).toBeGreaterThan(1)
      expect(new Set(group).size).toBe(group.length)
      expect(group).not.toContain('')
    }
  })

  it('gives a word no more synonyms than the search has time for', () => {
    const everyWord = [...tradeGroups, ...everydayGroups].flat()
    for (const word of everyWord)
      for (const { phrases } of queryTerms(word)) expect(phrases.size).toBeLessThanOrEqual(25)
  })
})
