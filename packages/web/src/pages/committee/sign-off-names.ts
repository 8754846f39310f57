import type { SignOff } from '@deal-canvas/contract'
import { signOffMessages as messages } from '../../messages/sign-offs.ts'

export const nameOfSignOff = ({ subject, label }: Pick<SignOff, 'subject' | 'label'>): string =>
  label ?? messages.subjectName({ subject })
