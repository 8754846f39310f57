export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** A package as it stands in package-lock.json. */
export interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export function shippedPackages(lock: { readonly packages: Readonly<Record<string, LockedPackage>> }): ShippedPackage[]
export function isPermissive(licence: string): boolean
