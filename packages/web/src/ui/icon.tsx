/** Paths on a 16 px grid, drawn with a line of 1.5. */
const paths = {
  alert: 'M5.6 2.2h4.8l3.4 3.4v4.8l-3.4 3.4H5.6l-3.4-3.4V5.6ZM8 5v3.4M8 11v.01',
  check: 'm3.5 8.5 3 3 6-7',
  clock: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 4.8V8l2 1.4',
  device: 'M3.2 3h9.6a.7.7 0 0 1 .7.7v6a.7.7 0 0 1-.7.7H3.2a.7.7 0 0 1-.7-.7v-6a.7.7 0 0 1 .7-.7ZM6 13h4M8 10.4V13',
  mail: 'M3.2 3.5h9.6a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM2.5 4.5l5.5 4 5.5-4',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  shield: 'M8 2.2 13 4v4c0 3-2 5-5 6-3-1-5-3-5-6V4Zm-2.2 5.9 1.6 1.6 2.9-3.2',
} as const

export const Icon = ({ name, size = 16 }: { name: keyof typeof paths; size?: 12 | 14 | 16 }) => (
  <svg
    aria-hidden="true"
    className="flex-none"
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={paths[name]} />
  </svg>
)

export const Logo = ({ size }: { size: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 20 20">
    <rect x="2" y="2" width="16" height="16" rx="4" fill="currentColor" />
    <path
      d="M6 13.5 9 9.5l2.5 2 3-5"
      fill="none"
      stroke="var(--surface)"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
