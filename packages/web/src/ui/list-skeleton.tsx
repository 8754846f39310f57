/** Stands where rows will be, so that nothing jumps when they come and nobody takes a pause for an empty list. */
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
