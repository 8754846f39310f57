// Lets plain Node import the TypeScript sources, resolving each package to its sources.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const resolve = (specifier, context, next) =>
  next(specifier, { ...context, conditions: ['source', ...context.conditions] })

export const load = async (url, context, next) => {
  if (!/\.tsx?$/.test(url)) return next(url, context)
  const { outputText } = ts.transpileModule(await readFile(fileURLToPath(url), 'utf8'), {
    fileName: fileURLToPath(url),
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX },
  })
  return { format: 'module', source: outputText, shortCircuit: true }
}
