/** An address that may break after its @, before it breaks anywhere. */
export const Address = ({ email }: { email: string }) => {
  const [, name, host] = /^([^@]*@?)(.*)$/s.exec(email) ?? []
  return (
    <span className="break-words">
      {name}
      <wbr />
      {host}
    </span>
  )
}
