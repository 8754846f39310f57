export const bundleWorkers: () => Promise<void>
export const removeBundles: () => void
