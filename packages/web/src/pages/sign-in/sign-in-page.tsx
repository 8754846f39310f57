import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkRequest } from './link-request.tsx'
import { LiveNumbers } from './live-numbers.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { useSignInTexts } from './use-sign-in-texts.ts'

/** By password or by a mailed link; the typed address is the same in both. */
export const SignInPage = () => {
  const { way } = useSearch({ from: '/sign-in' })
  const [email, setEmail] = useState('')
  const texts = useSignInTexts()
  return (
    <div className="gate">
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
