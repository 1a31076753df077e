/** The path of a new file of code: `scripts/main.js`, or with the first free number from 2, in either case. */
export function newFilePath(type: 'script' | 'style', paths: readonly string[]): string {
  const [folder, extension] = type === 'script' ? ['scripts', 'js'] : ['styles', 'css']
  const taken = new Set(paths.map((path) => path.toLowerCase()))
  let path = `${folder}/main.${extension}`
  for (let count = 2; taken.has(path); count += 1) path = `${folder}/main-${count}.${extension}`
  return path
}
