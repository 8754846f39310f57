import { cellDate } from '../table-cells.ts'

/** What the abstract of one lease states; dates are days since 1970, null where it states nothing. */
export interface LeaseAbstract {
  readonly kind: 'lease_abstract'
  readonly landlord: string | null
  readonly tenant: string | null
  readonly area: number | null
  readonly start: number | null
  readonly end: number | null
  readonly flags: readonly { code: 'ends_before_start' | 'no_expiry' }[]
}

const minFields = 3
const maxValue = 200

/** Reads the labeled lines of a lease abstract; undefined if they are not one. */
export const readLeaseAbstract = (lines: readonly { label: string; value: string }[]): LeaseAbstract | undefined => {
  const textOf = (form: RegExp): string | null =>
    lines
      .find(({ label }) => form.test(label.trim()))
      ?.value.trim()
      .slice(0, maxValue) ?? null
  const dateOf = (form: RegExp): number | null => {
    const value = textOf(form)
    const written =
      value === null
        ? undefined
        : /\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4}/.exec(value)?.[0]
    return written === undefined ? null : (cellDate(written) ?? null)
  }
  const landlord = textOf(/^(?:landlord|lessor)\b/i)
  const tenant = textOf(/^(?:tenant|lessee)\b/i)
  const premises = textOf(/^(?:premises|leased premises|demised premises|rentable area|square footage|area)\b/i)
  const area =
    premises === null
      ? undefined
      : /([\d,]{3,12})\s*(?:rentable |usable )?(?:square feet|sq|sf|rsf)/i.exec(premises)?.[1]
  const start = dateOf(/^(?:lease |rent )?(?:commencement|start)\b/i)
  const end = dateOf(/^(?:lease )?(?:expiration|expiry|end|termination)\b/i)
  const found = [landlord, tenant, area, start, end].filter((value) => value !== null && value !== undefined).length
  if (tenant === null || found < minFields) return undefined
  return {
    kind: 'lease_abstract',
    landlord,
    tenant,
    area: area === undefined ? null : Number(area.replaceAll(',', '')),
    start,
    end,
    flags: [
      ...(end === null ? [{ code: 'no_expiry' as const }] : []),
      ...(start !== null && end !== null && end < start ? [{ code: 'ends_before_start' as const }] : []),
    ],
  }
}
