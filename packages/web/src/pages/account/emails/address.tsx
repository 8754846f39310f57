/** An address that breaks after its @ before it breaks elsewhere. */
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
