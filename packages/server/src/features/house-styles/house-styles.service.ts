import { defaultHouseStyle, type papers } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { houseStyleMessages as messages } from '../../messages/house-styles.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { Orgs } from '../orgs/index.ts'
import { cleanLogo } from './clean-logo.ts'
import type { HouseStyleRow, HouseStylesStore } from './house-styles.store.ts'

interface Deps {
  store: HouseStylesStore
  orgs: Pick<Orgs, 'change'>
  adminLog: Pick<AdminLog, 'record'>
  now: Clock
}

/** How memos are printed. */
export interface PrintStyle {
  accent: string
  paper: (typeof papers)[number]
  footer: string | null
  logo: Uint8Array | null
}

export interface HouseStyleEdit {
  accent: string
  paper: PrintStyle['paper']
  footer: string | null
  /** Undefined: the logo stays. */
  logo: Uint8Array | null | undefined
}

export type HouseStyles = ReturnType<typeof createHouseStyles>

/** How organizations print their memos. */
export const createHouseStyles = ({ store, orgs, adminLog, now }: Deps) => {
  const styleOf = (row: HouseStyleRow | undefined): PrintStyle & { version: number } =>
    row ?? { ...defaultHouseStyle, logo: null, version: 0 }

  return {
    show: async (orgId: string) => styleOf(await store.find(orgId)),

    /** The default style for a personal deal. */
    ofDeal: async (dealId: string): Promise<PrintStyle> => styleOf(await store.ofDeal(dealId)),

    /** Checks what was sent before the organization is locked: an image takes its time. */
    check: async (wanted: HouseStyleEdit): Promise<HouseStyleEdit> => {
      const footer = wanted.footer?.trim() ?? null
      if (footer === '')
        throw new InvalidInput({ at: ['body', 'footer'], reason: messages.blankFooter(), input: wanted.footer })
      const accent = wanted.accent.toLowerCase()
      if (!wanted.logo) return { ...wanted, accent, footer }
      const cleaned = await cleanLogo(wanted.logo)
      if ('problem' in cleaned) throw new InvalidInput({ at: ['body', 'logo'], reason: cleaned.problem })
      return { ...wanted, accent, footer, logo: cleaned.bytes }
    },

    put: (actor: Actor, orgId: string, wanted: HouseStyleEdit, seen: number | undefined) =>
      orgs.change(actor, orgId, 'admin', async () => {
        const former = styleOf(await store.find(orgId))
        assertCurrent(former.version, seen)
        const { accent, paper, footer, logo = former.logo } = wanted
        const row = { orgId, version: former.version + 1, accent, paper, footer, logo: logo && Buffer.from(logo) }
        await store.put({ ...row, updatedAt: now() })
        const shown = (style: PrintStyle) => ({
          house_style: { accent: style.accent, paper: style.paper, footer: style.footer, logo: style.logo !== null },
        })
        await adminLog.record(actor, {
          action: 'org.changed',
          target: { type: 'org', id: orgId },
          orgId,
          before: shown(former),
          after: shown(row),
        })
        return styleOf(await store.find(orgId))
      }),
  }
}
