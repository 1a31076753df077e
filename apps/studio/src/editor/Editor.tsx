/** The editor of one project. */
export function Editor({ projectId }: { projectId: string }) {
  return <main>{projectId}</main>
}
