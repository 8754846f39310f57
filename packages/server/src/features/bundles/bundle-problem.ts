/** Why a bundle cannot be imported, in words for the person who sent it. */
export class BundleProblem extends Error {
  override readonly name = 'BundleProblem'
}
