import { Link } from '@tanstack/react-router'
import { appMessages } from '../messages/app.ts'
import { Message } from './message.tsx'

export const NotFoundPage = () => (
  <Message title={appMessages.notFound()}>
    <p>{appMessages.notFoundHint()}</p>
    <Link className="btn mt-3" to="/account">
      {appMessages.goToAccount()}
    </Link>
  </Message>
)
