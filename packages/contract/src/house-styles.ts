import { orgRole } from './access.ts'
import { operation } from './operation.ts'
import { integer, model, nullable, oneOf, optional, type Static, text } from './schema.ts'
import { maxFooterLength, maxIdLength, maxLogoBytes, maxLogoSide } from './sizes.ts'

const tag = 'Organizations'

export const papers = ['letter', 'a4'] as const

/** The style of personal deals, and of organizations that have not chosen one. */
export const defaultHouseStyle = { accent: '#3451b2', paper: 'letter', footer: null } as const

/** Base64 has four characters for three bytes. */
const maxLogoLength = Math.ceil(maxLogoBytes / 3) * 4

const accent = text({
  description: 'The color of citations and links, as `#rrggbb`.',
  pattern: '^#[0-9a-fA-F]{6}$',
  examples: ['#3451b2'],
})
const paper = oneOf(papers, { description: 'The size of the pages.' })
const footer = (max?: number) =>
  nullable(
    text({
      ...(max === undefined ? {} : { max }),
      description:
        'One line at the foot of each page; null: the name of the organization, and that it is confidential.',
      examples: ['For members of the investment committee only'],
    }),
  )

export const HouseStyle = model(
  {
    accent,
    paper,
    footer: footer(),
    logo: nullable(text({ description: 'The logo as a data URL of a PNG or JPEG image; null: none.' })),
    version: integer({ description: 'For `If-Match`; 0: the default style.', examples: [2] }),
  },
  { title: 'HouseStyle' },
)
export type HouseStyle = Static<typeof HouseStyle>

const params = model({ org_id: text({ max: maxIdLength, description: 'The organization.' }) })

export const showHouseStyle = operation({
  id: 'showHouseStyle',
  method: 'GET',
  path: '/api/orgs/{org_id}/house-style',
  tag,
  summary: 'Show the house style of an organization',
  description:
    'Answers how memos of its deals are printed as PDF and Word. Personal deals, and organizations without a style, have the default one.',
  access: orgRole('member'),
  params,
  answer: HouseStyle,
})

export const putHouseStyle = operation({
  id: 'putHouseStyle',
  method: 'PUT',
  path: '/api/orgs/{org_id}/house-style',
  tag,
  summary: 'Set the house style of an organization',
  description: `Replaces the style; exports made from then on use it. The logo is a PNG or JPEG image of at most ${maxLogoBytes / 1024} KiB and ${maxLogoSide} x ${maxLogoSide} pixels; it is checked, and stored without its metadata. Needs \`If-Match\` with the \`version\`, 0 at first; a stale one is 409.`,
  access: orgRole('admin'),
  params,
  body: model(
    {
      accent,
      paper,
      footer: footer(maxFooterLength),
      logo: optional(
        nullable(
          text({ max: maxLogoLength, description: 'The image in base64; null: no logo; absent: the logo stays.' }),
        ),
      ),
    },
    { title: 'PutHouseStyleRequest' },
  ),
  answer: HouseStyle,
  ifMatch: 'required',
  limit: 'house_style',
  errors: ['rate_limited'],
})
