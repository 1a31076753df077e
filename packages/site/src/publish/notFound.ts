import { escapeAttribute, escapeText } from '../html/print.ts'

/** The page that is shown for unknown addresses, for a site that has not made its own. */
export function plainNotFound({
  name,
  language,
  home = '/',
}: {
  name: string
  language: string
  home?: string
}): string {
  return `<!doctype html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeText(`404 · ${name}`)}</title>
<style>
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif }
body { min-height: 100vh; margin: 0; display: grid; place-content: center; padding: 2rem; text-align: center }
p { margin: 0 }
.code { font-size: 4rem; line-height: 1.1; font-weight: 600 }
a { color: inherit }
</style>
</head>
<body>
<p class="code">404</p>
<p>There is no such page. <a href="${escapeAttribute(home)}">${escapeText(name)}</a></p></body></html>`
}
