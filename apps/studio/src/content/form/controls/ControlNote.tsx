/** The error of a control, or its hint. */
export function ControlNote({ id, error, hint }: { id?: string; error: string | undefined; hint: string | undefined }) {
  if (error) {
    return (
      <p id={id} className="type-dense color-danger" role="alert">
        {error}
      </p>
    )
  }
  return hint ? (
    <p id={id} className="quiet">
      {hint}
    </p>
  ) : null
}
