/**
 * Where a worker's JavaScript lies: beside the caller once compiled; for a caller that runs as TypeScript from src
 * (tests), in dist, because threads load no TypeScript.
 */
export const workerFile = (callerUrl: string, file: string): URL => {
  const url = new URL(file.replace(/\.ts$/, '.js'), callerUrl)
  // A compiled caller may lie below some other folder named src, so its extension decides.
  if (new URL(callerUrl).pathname.endsWith('.ts')) url.pathname = url.pathname.replace(/^(.*)\/src\//, '$1/dist/')
  return url
}
