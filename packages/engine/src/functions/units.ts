/** A unit of measure: its size in the base unit of its quantity, and whether it accepts prefixes such as `k`. */
export interface Unit {
  readonly quantity: string
  readonly size: number
  readonly prefixes: 'none' | 'decimal' | 'binary'
  /** The exponent of a prefix: 2 for areas, 3 for volumes. */
  readonly power: number
}

interface Quantity {
  readonly name: string
  /** Units by name; a star before a name allows prefixes. */
  readonly units: Record<string, number>
  readonly power?: number
  readonly binary?: boolean
}

const inch = 0.0254
const foot = 12 * inch
const yard = 3 * foot
const mile = 5280 * foot
const nauticalMile = 1852
const lightYear = 9_460_730_472_580_800
const point = inch / 72
const pound = 453.59237
const gallon = 231 * inch ** 3
const imperialGallon = 0.004_546_09
const poundForce = 4.448_221_615_260_5
const horsepower = 550 * foot * poundForce

/** Lengths that also have squares and cubes. */
const lengths = { ft: foot, in: inch, ly: lightYear, mi: mile, Nmi: nauticalMile, Picapt: point, Pica: point, yd: yard }
const metricLengths = { m: 1, ang: 1e-10 }

const raised = (power: number): Record<string, number> =>
  Object.fromEntries(
    [
      ...Object.entries(lengths),
      ...Object.entries(metricLengths).map(([name, size]) => [`*${name}`, size] as const),
    ].flatMap(([name, size]) => [
      [`${name}${power}`, size ** power],
      [`${name}^${power}`, size ** power],
    ]),
  )

const quantities: readonly Quantity[] = [
  {
    name: 'mass',
    units: {
      '*g': 1,
      '*u': 1.660538782e-24,
      sg: 14_593.902_937_206_363,
      lbm: pound,
      ozm: pound / 16,
      grain: pound / 7000,
      cwt: pound * 100,
      shweight: pound * 100,
      uk_cwt: pound * 112,
      lcwt: pound * 112,
      hweight: pound * 112,
      stone: pound * 14,
      ton: pound * 2000,
      brton: pound * 2240,
      LTON: pound * 2240,
      uk_ton: pound * 2240,
    },
  },
  {
    name: 'distance',
    units: {
      '*m': 1,
      '*ang': 1e-10,
      '*ly': lightYear,
      '*parsec': 30_856_775_812_815_532,
      '*pc': 30_856_775_812_815_532,
      mi: mile,
      Nmi: nauticalMile,
      in: inch,
      ft: foot,
      yd: yard,
      ell: 45 * inch,
      Picapt: point,
      Pica: point,
      pica: inch / 6,
      survey_mi: 5280 * (1200 / 3937),
    },
  },
  { name: 'time', units: { '*sec': 1, '*s': 1, yr: 31_557_600, day: 86_400, d: 86_400, hr: 3600, mn: 60, min: 60 } },
  {
    name: 'pressure',
    units: {
      '*Pa': 1,
      '*p': 1,
      '*atm': 101_325,
      '*at': 101_325,
      '*mmHg': 133.322,
      psi: poundForce / inch ** 2,
      Torr: 101_325 / 760,
    },
  },
  { name: 'force', units: { '*N': 1, '*dyn': 1e-5, '*dy': 1e-5, '*pond': 0.00980665, lbf: poundForce } },
  {
    name: 'energy',
    units: {
      '*J': 1,
      '*e': 1e-7,
      '*c': 4.184,
      '*cal': 4.1868,
      '*eV': 1.602176487e-19,
      '*ev': 1.602176487e-19,
      '*Wh': 3600,
      '*wh': 3600,
      HPh: horsepower * 3600,
      hh: horsepower * 3600,
      flb: foot * poundForce,
      BTU: 1055.05585262,
      btu: 1055.05585262,
    },
  },
  { name: 'power', units: { '*W': 1, '*w': 1, HP: horsepower, h: horsepower, PS: 735.49875 } },
  { name: 'magnetism', units: { '*T': 1, '*ga': 1e-4 } },
  {
    name: 'volume',
    units: {
      '*l': 0.001,
      '*L': 0.001,
      '*lt': 0.001,
      '*uk_pt': imperialGallon / 8,
      tsp: gallon / 768,
      tspm: 5e-6,
      tbs: gallon / 256,
      oz: gallon / 128,
      cup: gallon / 16,
      pt: gallon / 8,
      us_pt: gallon / 8,
      qt: gallon / 4,
      uk_qt: imperialGallon / 4,
      gal: gallon,
      uk_gal: imperialGallon,
      barrel: gallon * 42,
      bushel: 2150.42 * inch ** 3,
      GRT: 100 * foot ** 3,
      regton: 100 * foot ** 3,
      MTON: 40 * foot ** 3,
    },
  },
  { name: 'volume', units: raised(3), power: 3 },
  {
    name: 'area',
    units: { '*ar': 100, ha: 10_000, uk_acre: 4046.8564224, us_acre: (1200 / 3937) ** 2 * 43_560, Morgen: 2500 },
  },
  { name: 'area', units: raised(2), power: 2 },
  { name: 'information', units: { '*bit': 1, '*byte': 8 }, binary: true },
  {
    name: 'speed',
    units: {
      '*m/s': 1,
      '*m/sec': 1,
      '*m/h': 1 / 3600,
      '*m/hr': 1 / 3600,
      '*mph': mile / 3600,
      kn: nauticalMile / 3600,
      admkn: (6080 * foot) / 3600,
    },
  },
]

/** All units except temperatures. */
export const units: ReadonlyMap<string, Unit> = new Map(
  quantities.flatMap(({ name: quantity, units: named, power = 1, binary = false }) =>
    Object.entries(named).map(([name, size]): [string, Unit] => [
      name.replace('*', ''),
      {
        quantity,
        size,
        prefixes: name.startsWith('*') ? (binary ? 'binary' : 'decimal') : 'none',
        power,
      },
    ]),
  ),
)

export const decimalPrefixes: ReadonlyMap<string, number> = new Map([
  ['Y', 1e24],
  ['Z', 1e21],
  ['E', 1e18],
  ['P', 1e15],
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['h', 1e2],
  ['da', 1e1],
  ['e', 1e1],
  ['d', 1e-1],
  ['c', 1e-2],
  ['m', 1e-3],
  ['u', 1e-6],
  ['n', 1e-9],
  ['p', 1e-12],
  ['f', 1e-15],
  ['a', 1e-18],
  ['z', 1e-21],
  ['y', 1e-24],
])

export const binaryPrefixes: ReadonlyMap<string, number> = new Map(
  ['ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'Zi', 'Yi'].map((name, place) => [name, 1024 ** (place + 1)]),
)
