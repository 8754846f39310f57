/** The user closed the dialog of the browser, or it is not supported. */
export class PasskeyNotUsed extends Error {
  override readonly name = 'PasskeyNotUsed'
}
