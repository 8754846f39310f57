/** Answers about invented documents: true ones in many wordings, and the same with one thing changed. */
import type { Claim, ClaimSource } from '../verify-claim.ts'
import {
  article,
  capital,
  counts,
  type Dice,
  type Fact,
  fillers,
  firstNames,
  grouped,
  headings,
  lastNames,
  leased,
  newValue,
  once,
  places,
  rent,
  sentencesOf,
  type Thing,
  untilOf,
  written,
  yearly,
} from './generated-documents.ts'

export const mutations = ['value', 'entity', 'period', 'citation', 'quote'] as const
export type Mutation = (typeof mutations)[number]

export interface GeneratedAnswer {
  readonly sources: readonly ClaimSource[]
  readonly claim: Claim
  readonly mutated: readonly { readonly mutation: Mutation; readonly claim: Claim }[]
}

const timeOf = (dice: Dice, year: number): string => dice.pick([`in ${year}`, `for ${year}`, `in FY${year}`])

const opening = (dice: Dice): string =>
  dice.pick([
    '',
    '',
    '',
    'According to the document, ',
    'The document states that ',
    'As the offering memorandum says, ',
    'The file shows that ',
  ])
const after = (intro: string, text: string): string => (intro === '' ? capital(text) : `${intro}${text}`)
const level = (dice: Dice): string =>
  dice.pick(['was', 'stood at', 'came to', 'amounted to', 'totaled', 'reached', 'is'])

/** The wordings of answers, other than those of the documents. */
const answerOf = (dice: Dice, { who, what, value, year }: Fact): string => {
  const amount = written(dice, what, value)
  const name = dice.pick(what.names)
  const intro = opening(dice)
  if (what === leased) {
    const { month, until } = untilOf(year)
    return dice.pick([
      `${intro}${who} leases ${amount}.`,
      `${intro}${who} is leasing ${amount}.`,
      `${intro}${who} has leased ${amount}.`,
      `${intro}${amount} are leased by ${who}.`,
      after(intro, `the lease of ${who} ${dice.pick(['expires in', 'runs through'])} ${month} ${until}.`),
      after(intro, `what ${who} leases is ${amount}.`),
    ])
  }
  if (what === rent)
    return dice.pick([
      `${intro}${who} pays ${amount} in base rent.`,
      after(intro, `the base rent of ${who} is ${amount}.`),
      after(intro, `base rent for ${who} stands at ${amount}.`),
      `${intro}${who}'s base rent ${level(dice)} ${amount}.`,
    ])
  if (what.counted !== undefined)
    return dice.pick([
      `${intro}${who} has ${amount} ${what.counted}.`,
      `${intro}${who} comprises ${amount} ${what.counted}.`,
      after(intro, `there are ${amount} ${what.counted} at ${who}.`),
      after(intro, `the property ${who} contains ${amount} ${what.counted}.`),
      `${intro}${amount} ${what.counted} are at ${who}.`,
    ])
  if (year === null)
    return dice.pick([
      after(intro, `the ${name} ${level(dice)} ${amount}.`),
      after(intro, `${article(name)} ${name} of ${amount} is stated.`),
      after(intro, `${amount} is the ${name}.`),
      after(intro, `the deal has ${article(name)} ${name} of ${amount}.`),
    ])
  const time = timeOf(dice, year)
  return dice.pick([
    after(intro, `${name} ${level(dice)} ${amount} ${time}.`),
    after(intro, `${time}, ${name} ${level(dice)} ${amount}.`),
    after(intro, `${time} the property generated ${name} of ${amount}.`),
    after(intro, `the ${name} ${time} ${level(dice)} ${amount}.`),
    after(intro, `${name} of ${amount} was reported ${time}.`),
    after(intro, `${amount} of ${name} was recorded ${time}.`),
  ])
}

/** One answer about a deal with three passages, and all its mutations. */
export const generateAnswer = (dice: Dice): GeneratedAnswer => {
  const used = new Set<number>()
  const years = dice.shuffled([2021, 2022, 2023, 2024, 2025])
  const people = dice.shuffled(firstNames).map((name, at) => `${name} ${dice.shuffled(lastNames)[at] ?? 'Partners'}`)
  const fact = (what: Thing, who: string, year: number | null): Fact => ({
    who,
    what,
    value: newValue(dice, what.unit, used),
    year,
  })
  const metrics = dice.shuffled(yearly).slice(0, 4)
  const sites = dice.shuffled(places)
  const things = dice.shuffled(counts)
  // Facts that differ in one thing stand in the same passage.
  const groups: readonly Fact[][] = [
    metrics.flatMap((what) => [fact(what, '', years[0] as number), fact(what, '', years[1] as number)]),
    [
      ...people.slice(0, 3).map((who, at) => fact(leased, who, (years[0] as number) + at)),
      ...people.slice(0, 3).map((who) => fact(rent, who, null)),
    ],
    [
      ...dice
        .shuffled(once)
        .slice(0, 3)
        .map((what) => fact(what, '', null)),
      fact(things[0] as Thing, sites[0] as string, null),
      fact(things[1] as Thing, sites[0] as string, null),
      fact(things[0] as Thing, sites[1] as string, null),
    ],
  ]
  const sources = groups.map((facts, at): ClaimSource => {
    const stated = dice.shuffled([...sentencesOf(dice, dice.shuffled(facts)), ...dice.shuffled(fillers).slice(0, 2)])
    const heading = dice.chance(0.4) ? `${dice.pick(headings)}\n\n` : ''
    return { id: `p${at + 1}`, text: `${heading}${stated.join(dice.chance(0.3) ? '\n\n' : ' ')}` }
  })
  const group = dice.between(0, 2)
  const facts = groups[group] as Fact[]
  const chosen = dice.pick(facts)
  const citations = [`p${group + 1}`]
  const other = <Item>(items: readonly Item[], item: Item): Item => dice.pick(items.filter((one) => one !== item))

  const claimOf = (item: Fact): Claim => ({ text: answerOf(dice, item), citations })
  const source = sources[group] as ClaimSource
  const isQuoted = dice.chance(0.2)
  const sentence = quotableSentence(source.text, chosen)
  const claim: Claim =
    isQuoted && sentence !== undefined
      ? { text: `${dice.pick(['The document states', 'It is stated', 'The file says'])}: "${sentence}"`, citations }
      : claimOf(chosen)

  const alike = facts.filter((item) => item.what.unit === chosen.what.unit && item !== chosen)
  const mutated: { mutation: Mutation; claim: Claim }[] = [
    { mutation: 'value', claim: claimOf({ ...chosen, value: newValue(dice, chosen.what.unit, used) }) },
    { mutation: 'citation', claim: { ...claim, citations: [other(['p1', 'p2', 'p3'], `p${group + 1}`)] } },
    { mutation: 'citation', claim: { ...claim, citations: dice.pick([[], ['p4'], ['p1', 'p2', 'p3']]) } },
    { mutation: 'quote', claim: { text: inventQuote(dice, answerOf(dice, chosen), sentence), citations } },
  ]
  // A lease states an end as well, which would stay true.
  const isOfEnd = /expires|through/.test(claim.text)
  if (chosen.what === leased || chosen.what === rent)
    mutated.push({
      mutation: 'entity',
      claim: claimOf({
        ...chosen,
        who: dice.chance(0.7) ? other(people.slice(0, 3), chosen.who) : (people[5] as string),
      }),
    })
  else if (chosen.who !== '')
    mutated.push({ mutation: 'entity', claim: claimOf({ ...chosen, who: other(sites, chosen.who) }) })
  else {
    const same = alike.filter(({ what }) => what !== chosen.what).map(({ what }) => what)
    const outside = [...yearly, ...once].filter(
      (what) => what.unit === chosen.what.unit && !facts.some((item) => item.what === what),
    )
    mutated.push({
      mutation: 'entity',
      claim: claimOf({
        ...chosen,
        what: dice.pick(
          same.length > 0 && dice.chance(0.6)
            ? same
            : outside.length > 0
              ? outside
              : same.length > 0
                ? same
                : [once[0] as Thing],
        ),
      }),
    })
  }
  if (alike.length > 0 && !isOfEnd)
    mutated.push({ mutation: 'value', claim: claimOf({ ...chosen, value: dice.pick(alike).value }) })
  if (chosen.year !== null && chosen.what !== leased)
    mutated.push({
      mutation: 'period',
      claim: claimOf({
        ...chosen,
        year: dice.chance(0.6)
          ? (years.find((year) => year !== chosen.year && facts.some((item) => item.year === year)) as number)
          : (years[4] as number),
      }),
    })
  return { sources, claim, mutated: mutated.filter((item) => isChanged(item.mutation, item.claim, chosen)) }
}

/** A changed area or tenant does not change a sentence that states only when a lease ends. */
const isChanged = (mutation: Mutation, { text }: Claim, { what }: Fact): boolean =>
  !(mutation === 'value' && what === leased && /expires|runs through/.test(text))

const quotableSentence = (text: string, { value, what }: Fact): string | undefined => {
  const digits = [grouped(value), value.toFixed(2), String(value), String(value / 1e6), String(value / 1e3)]
  return text
    .split(/(?<=\.)\s+|\n+/)
    .find(
      (sentence) =>
        what.unit !== 'count' &&
        digits.some((item) => sentence.includes(item)) &&
        sentence.endsWith('.') &&
        !sentence.includes(';') &&
        !sentence.endsWith('sq.'),
    )
}

const changedWords: readonly (readonly [RegExp, string])[] = [
  [/\bis\b/, 'is not'],
  [/\bwas\b/, 'was at least'],
  [/\bleases\b/, 'vacates'],
  [/\bpays\b/, 'owes'],
  [/\bhas\b/, 'lacks'],
  [/\bamount(?:s|ed) to\b/, 'is expected to be'],
  [/\breported\b/, 'hid'],
  [/\bconfirmed\b/, 'questioned'],
  [/\bare\b/, 'were'],
  [/\bof\b/, 'above'],
]

const inventQuote = (dice: Dice, answer: string, sentence: string | undefined): string => {
  const changed = changedWords.find(([form]) => sentence !== undefined && form.test(sentence))
  if (sentence !== undefined && changed !== undefined && dice.chance(0.6))
    return `The document states: "${sentence.replace(changed[0], changed[1])}"`
  const invented = dice.pick([
    'an exceptional opportunity',
    'guaranteed by the seller',
    'the best in its market',
    'confirmed without reservation',
  ])
  return `${answer.replace(/\.$/, '')}, "${invented}".`
}
