import { Link } from '@tanstack/react-router'
import { Message } from './message.tsx'

export const NotFoundPage = () => (
  <Message title="There is no page here">
    <p>The address may be mistyped, or what it led to is gone.</p>
    <Link className="btn mt-3" to="/account">
      Go to your account
    </Link>
  </Message>
)
