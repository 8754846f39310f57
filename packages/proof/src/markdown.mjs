// The report for people: a table of guarantees for each part, and notes from the run.
const cell = (text) => String(text).replaceAll('|', '\\|')

const tableOf = (rows) => [
  '| | asked | found | |',
  '|---|---|---|---|',
  ...rows.map(
    ({ what, asked, found, held }) =>
      `| ${[what, asked, found].map(cell).join(' | ')} | ${held ? 'held' : '**not held**'} |`,
  ),
]

export const markdownOf = ({ command, facts, results }) => {
  const lines = [
    '# Proof',
    '',
    `\`${command}\``,
    '',
    ...Object.entries(facts).map(([name, fact]) => `- ${name}: ${fact}`),
  ]
  for (const { title, seconds, rows, notes } of results) {
    lines.push('', `## ${title}`, '', ...tableOf(rows), '', ...notes.map((note) => `- ${note}`), `- took ${seconds} s`)
  }
  return `${lines.join('\n')}\n`
}
