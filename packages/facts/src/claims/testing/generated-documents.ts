/** Documents about invented deals, whose facts are known. */
/** A seeded generator (mulberry32). */
export const createDice = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    chance: (share: number): boolean => next() < share,
    pick: <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item,
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const all = [...items]
      for (let at = all.length - 1; at > 0; at--) {
        const other = between(0, at)
        ;[all[at], all[other]] = [all[other] as Item, all[at] as Item]
      }
      return all
    },
  }
}
export type Dice = ReturnType<typeof createDice>

export type Unit = 'money' | 'percent' | 'multiple' | 'area' | 'count' | 'psf'

/** Something that documents state: of whom, what, how much, when. */
export interface Fact {
  /** A name such as a tenant; '' for the deal itself. */
  readonly who: string
  readonly what: Thing
  readonly value: number
  readonly year: number | null
}

export interface Thing {
  readonly unit: Unit
  /** How documents say it, and how answers do. */
  readonly names: readonly string[]
  /** The noun after a count: "212 units". */
  readonly counted?: string
}

const thing = (unit: Unit, ...names: string[]): Thing => ({ unit, names })
export const yearly: readonly Thing[] = [
  thing('money', 'net operating income', 'NOI'),
  thing('money', 'effective gross income', 'EGI'),
  thing('money', 'operating expenses', 'opex'),
  thing('money', 'debt service'),
  thing('money', 'capital expenditures', 'capex'),
  thing('money', 'adjusted EBITDA'),
  thing('money', 'net sales'),
  thing('money', 'payroll costs'),
  thing('money', 'insurance premiums'),
  thing('percent', 'occupancy'),
  thing('percent', 'gross margin'),
  thing('percent', 'customer churn'),
  thing('multiple', 'debt service coverage ratio', 'DSCR'),
  thing('multiple', 'interest coverage'),
]
export const once: readonly Thing[] = [
  thing('money', 'purchase price'),
  thing('money', 'loan amount'),
  thing('money', 'renovation budget'),
  thing('money', 'earnest money deposit'),
  thing('percent', 'loan-to-value ratio', 'LTV'),
  thing('percent', 'exit cap rate', 'exit capitalization rate'),
  thing('percent', 'interest rate'),
  thing('money', 'replacement reserve'),
]
export const counts: readonly Thing[] = [
  { unit: 'count', names: ['parking spaces'], counted: 'parking spaces' },
  { unit: 'count', names: ['units'], counted: 'units' },
  { unit: 'count', names: ['employees'], counted: 'employees' },
  { unit: 'count', names: ['elevators'], counted: 'elevators' },
  { unit: 'count', names: ['storage lockers'], counted: 'storage lockers' },
]
export const leased = thing('area', 'leases')
export const rent = thing('psf', 'base rent')
export const firstNames = [
  'Meridian',
  'Apex',
  'Summit',
  'Harbor',
  'Cobalt',
  'Larkspur',
  'Granite',
  'Tidewater',
  'Osprey',
  'Juniper',
]
export const lastNames = [
  'Health',
  'Dental',
  'Legal',
  'Logistics',
  'Analytics',
  'Outfitters',
  'Robotics',
  'Imaging',
  'Foods',
  'Partners',
]
export const places = [
  'Riverside Apartments',
  'Helios Tower',
  'Harbor Point',
  'Stones River Commons',
  'Pinecrest Plaza',
]

export const grouped = (value: number): string => value.toLocaleString('en-US')

/** A value as people write it; in another form each time. */
export const written = (dice: Dice, { unit }: Thing, value: number): string => {
  const decimal = String(value)
  if (unit === 'money') {
    const forms = [`$${grouped(value)}`]
    if (value >= 1e6) forms.push(`$${value / 1e6} million`, `$${value / 1e6}M`, `USD ${value / 1e6} million`)
    else forms.push(`$${value / 1e3}k`, `$${value / 1e3} thousand`)
    return dice.pick(forms)
  }
  if (unit === 'percent') return dice.pick([`${decimal}%`, `${decimal} percent`, `${decimal} %`])
  if (unit === 'multiple') return `${value.toFixed(2)}x`
  if (unit === 'area')
    return dice.pick([`${grouped(value)} square feet`, `${grouped(value)} SF`, `${grouped(value)} sq. ft.`])
  if (unit === 'psf')
    return dice.pick([`$${value.toFixed(2)} per square foot`, `$${value.toFixed(2)}/SF`, `$${value.toFixed(2)} psf`])
  return grouped(value)
}

/** No value twice in an answer, so that a changed one is wrong. */
export const newValue = (dice: Dice, unit: Unit, used: Set<number>): number => {
  for (;;) {
    const value = {
      money: () => (dice.chance(0.7) ? dice.between(101, 9_899) * 10_000 : dice.between(101, 989) * 1_000),
      percent: () => dice.between(21, 989) / 10,
      multiple: () => dice.between(105, 395) / 100,
      area: () => dice.between(12, 980) * 100 + dice.between(1, 99),
      psf: () => dice.between(1_200, 8_900) / 100,
      count: () => dice.between(12, 960),
    }[unit]()
    const isNear = [...used].some((other) => Math.abs(other - value) <= Math.abs(value) * 0.02)
    if (isNear) continue
    used.add(value)
    return value
  }
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The wordings of documents. */
const sentenceOf = (dice: Dice, { who, what, value, year }: Fact): string => {
  const amount = written(dice, what, value)
  const name = what.names[0] ?? ''
  if (what === leased) {
    const { month, until } = untilOf(year)
    return dice.pick([
      `${who} leases ${amount} through ${month} ${until}.`,
      `${who}, a tenant since 2016, leases ${amount} under a lease that expires in ${month} ${until}.`,
      `${who} leases ${amount}; its lease expires in ${month} ${until}.`,
    ])
  }
  if (what === rent)
    return dice.pick([
      `${who} pays base rent of ${amount}.`,
      `Base rent of ${who} is ${amount}.`,
      `The base rent that ${who} pays is ${amount}.`,
    ])
  if (what.counted !== undefined)
    return dice.pick([
      `${who} has ${amount} ${what.counted}.`,
      `${who}, which was renovated in 2012, has ${amount} ${what.counted}.`,
      `There are ${amount} ${what.counted} at ${who}.`,
    ])
  if (year === null)
    return dice.pick([
      `The ${name} is ${amount}.`,
      `The sponsor and the lender agreed on ${article(name)} ${name} of ${amount}.`,
      `${capital(name)}: ${amount}.`,
      `Under the term sheet the ${name} amounts to ${amount}.`,
    ])
  return dice.pick([
    `${capital(name)} ${be(name)} ${amount} in ${year}.`,
    `In ${year}, ${name} amounted to ${amount}.`,
    `The property reported ${name} of ${amount} for ${year}.`,
    `${capital(name)} for the year ended December 31, ${year} ${be(name)} ${amount}.`,
    `For fiscal ${year} the auditors confirmed ${name} of ${amount}.`,
  ])
}

export const untilOf = (year: number | null): { month: string; until: number } => ({
  month: ['March', 'June', 'October', 'December'][(year ?? 0) % 4] as string,
  until: 2027 + ((year ?? 0) % 9),
})

const be = (name: string): string => (name.endsWith('s') && !name.endsWith('ss') ? 'were' : 'was')
export const article = (name: string): string => (/^(?:[aeio]|L)/.test(name) ? 'an' : 'a')

/** Two facts in one sentence, which are easily confused. */
const pairOf = (dice: Dice, a: Fact, b: Fact): string => {
  const [one, two] = [written(dice, a.what, a.value), written(dice, b.what, b.value)]
  const [nameA, nameB] = [a.what.names[0] ?? '', b.what.names[0] ?? '']
  if (a.what === rent) return `Base rent of ${a.who} is ${one}, while base rent of ${b.who} is ${two}.`
  if (a.what === leased) {
    const [endA, endB] = [untilOf(a.year), untilOf(b.year)]
    return dice.pick([
      `${a.who} leases ${one} through ${endA.month} ${endA.until} and ${b.who} leases ${two} through ${endB.month} ${endB.until}.`,
      `${a.who} leases ${one} (expires ${endA.month} ${endA.until}), whereas ${b.who} leases ${two} (expires ${endB.month} ${endB.until}).`,
    ])
  }
  if (a.what === b.what && a.year !== null)
    return dice.pick([
      `${capital(nameA)} ${be(nameA)} ${one} in ${a.year} and ${two} in ${b.year}.`,
      `${capital(nameA)} moved from ${one} in ${a.year} to ${two} in ${b.year}.`,
      `In ${a.year}, ${nameA} amounted to ${one}; in ${b.year}, ${nameA} amounted to ${two}.`,
    ])
  if (a.year !== null && a.year === b.year)
    return dice.pick([
      `In ${a.year}, ${nameA} ${be(nameA)} ${one} and ${nameB} ${two}.`,
      `${capital(nameA)} of ${one} and ${nameB} of ${two} were reported for ${a.year}.`,
      `${capital(nameA)} ${be(nameA)} ${one} in ${a.year}, while ${nameB} ${be(nameB)} ${two} in ${b.year}.`,
    ])
  return `${sentenceOf(dice, a)} ${sentenceOf(dice, b)}`
}

/** Sentences for all facts; some of them share one. */
export const sentencesOf = (dice: Dice, facts: readonly Fact[]): string[] => {
  const left = [...facts]
  const sentences: string[] = []
  while (left.length > 0) {
    const fact = left.shift() as Fact
    const partner = left.findIndex(
      ({ what, year }) =>
        what.unit === fact.what.unit && what.counted === undefined && (what === fact.what || year === fact.year),
    )
    if (partner === -1 || fact.what.counted !== undefined || dice.chance(0.6)) sentences.push(sentenceOf(dice, fact))
    else sentences.push(pairOf(dice, fact, left.splice(partner, 1)[0] as Fact))
  }
  return sentences
}

export const fillers = [
  'The seller has owned the property for many years.',
  'Management believes that demand remains strong.',
  'Tours can be arranged with the broker.',
  'The information in this document was obtained from sources believed to be reliable.',
  'The neighborhood has good access to public transport and schools.',
  'An inspection found the roofs and elevators in good condition.',
  'The tenants are responsible for utilities.',
]
export const headings = ['# Overview', '# Financial summary', '# Terms', '# Tenancy', '# Details']
