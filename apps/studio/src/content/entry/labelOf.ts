/** A field's label: its label, or its name in words, `published_at` as “Published at”. */
export function fieldLabel({ name, label }: { name: string; label?: string | undefined }): string {
  if (label) return label
  const words = name.replaceAll('_', ' ').replaceAll('-', ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
