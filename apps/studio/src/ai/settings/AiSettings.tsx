export function AiSettings() {
  return <main>AI</main>
}
