export function Projects() {
  return <main>Projects</main>
}
