import type { ScenarioColor } from '@deal-canvas/contract'
import styles from './scenario-dot.module.css'

/** The color of a scenario; its name stands beside it. */
export const ScenarioDot = ({ color }: { color: ScenarioColor }) => (
  <i className={styles.dot} data-color={color} aria-hidden="true" />
)
