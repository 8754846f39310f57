/** A placeholder for rows that are loading: prevents layout shifts, and the list does not look empty meanwhile. */
export const ListSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="list-skeleton">
        <i />
        <i />
      </div>
    ))}
  </div>
)
