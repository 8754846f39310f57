/** Saves a file to the browser's downloads under its own name. */
export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file asynchronously; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
