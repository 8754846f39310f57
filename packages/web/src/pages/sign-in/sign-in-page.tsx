import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '../../app/gate.module.css'
import { LinkRequest } from './link-request.tsx'
import { LiveNumbers } from './live-numbers.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { useSignInTexts } from './use-sign-in-texts.ts'

/** Sign in by password or by a mailed link; both share the typed address. */
export const SignInPage = () => {
  const { way } = useSearch({ from: '/sign-in' })
  const [email, setEmail] = useState('')
  const texts = useSignInTexts()
  return (
    <div className={styles.gate}>
      <main>
        {way === undefined ? (
          <PasswordSignIn email={email} onEmail={setEmail} texts={texts} />
        ) : (
          <LinkRequest key={way} forgot={way === 'forgot'} email={email} onEmail={setEmail} />
        )}
      </main>
      <LiveNumbers title={texts.side_title} text={texts.side_text} />
    </div>
  )
}
