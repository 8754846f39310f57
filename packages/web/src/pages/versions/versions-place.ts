/** Which versions an address compares; absent: the newest two. */
export interface VersionsPlace {
  from?: number | undefined
  to?: number | undefined
}

const readVersion = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 2 ** 31 ? value : undefined

export const readVersionsPlace = ({ from, to }: Record<string, unknown>): VersionsPlace => ({
  from: readVersion(from),
  to: readVersion(to),
})
