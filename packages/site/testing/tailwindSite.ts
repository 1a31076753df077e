/** A four-page site as models write it: Tailwind by CDN with a configuration, links by file name, a header on every page. */
const names = ['index', 'about', 'menu', 'contact'] as const
const titles = { index: 'Home', about: 'About', menu: 'Menu', contact: 'Contact' }

const header = (current: string) =>
  `<header class="bg-white shadow-sm"><nav class="mx-auto flex max-w-5xl items-center justify-between px-4 py-6"><a href="index.html" class="font-display text-xl font-bold text-brand">Ferment</a><ul class="flex gap-6">${names
    .map(
      (name) =>
        `<li><a href="${name}.html" class="${name === current ? 'font-semibold text-brand' : 'text-gray-600 hover:text-brand'}"${name === current ? ' aria-current="page"' : ''}>${titles[name]}</a></li>`,
    )
    .join('')}</ul></nav></header>`

export const tailwindHeader = header('')

const config = `tailwind.config = {
  darkMode: 'class', // by hand
  theme: {
    extend: {
      colors: { brand: { DEFAULT: '#b45309', 100: "#fef3c7" } },
      fontFamily: { display: ['Playfair Display', 'serif'] },
      screens: { '3xl': '1800px' },
    },
  },
  plugins: [],
}`

const page = (name: (typeof names)[number], padding: number) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${titles[name]} | Ferment</title>
<script src="https://cdn.tailwindcss.com"></script>
<script>${config}</script>
<style>.hero { padding: ${padding}px; } .badge { border-radius: 4px; }</style>
</head>
<body class="bg-brand-100 text-gray-800">
${header(name)}
<main class="mx-auto max-w-5xl px-4">
<section class="hero grid gap-8 md:grid-cols-2"><h1 class="text-4xl font-bold">${titles[name]}</h1><p class="badge rounded-lg bg-white p-[18px] shadow">Sourdough and rye rolls, baked in Porto from Tuesday to Saturday.</p><a class="rounded-full bg-brand px-6 py-3 text-white" href="./${name === 'menu' ? 'contact' : 'menu'}.html#top">Go on</a></section>
</main>
<footer class="border-t px-4 py-8 text-sm text-gray-600"><p>Ferment, Porto</p></footer>
</body>
</html>
`

/** The files by name; the padding of the first section differs from page to page. */
export const tailwindSite: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name, index) => [`${name}.html`, page(name, 40 + index * 10)]),
)
