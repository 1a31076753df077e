import data from './workshop.json' with { type: 'json' }

/** An oblique projection of the chair, drawn apart: seven kinds of part, numbered as in the list beside it. */
const drawing = data.drawing.join('\n')

function masthead(current: 'chair' | 'workshop' | 'contact'): string {
  const item = (id: string, href: string, label: string) =>
    `<li><a href="${href}"${id === current ? ' aria-current="page"' : ''}>${label}</a></li>`
  return `<header class="masthead wrap">
  <a class="wordmark" href="/">Tenon</a>
  <nav aria-label="Main">
    <ul class="menu">
      ${item('chair', '/', 'The chair')}
      ${item('workshop', '/about', 'Workshop')}
      ${item('contact', '/contact', 'Contact')}
    </ul>
  </nav>
</header>`
}

const colophon = `<footer class="colophon wrap">
  <p>Tenon, Saddlers Lane 4, Hexham</p>
  <p>Open to visitors on Fridays, ten to four</p>
</footer>`

const part = (name: string, why: string, price: string) => `<li class="part">
        <h3>${name}</h3>
        <p class="part-why quiet">${why}</p>
        <p class="part-price">${price}</p>
      </li>`

export const home = `${masthead('chair')}
<main>
  <section class="opening wrap" aria-labelledby="opening-title">
    <div class="opening-words">
      <h1 id="opening-title">One chair. Seven parts. None of them glued for good.</h1>
      <p class="lead">We make a single kitchen chair in ash, and we make it so that any part of it can be taken out and replaced, by you, at your own table.</p>
      <p><a class="button" href="/contact">Ask for a chair</a></p>
      <p class="label">£420 each. Eleven leave the workshop every month.</p>
    </div>
    ${drawing}
  </section>

  <section class="section" aria-labelledby="parts-title">
    <div class="wrap">
      <h2 id="parts-title">Every part has a price of its own</h2>
      <ol class="parts">
      ${part('Front leg', 'Takes the knocks. Lifts out once the seat is off.', '£38')}
      ${part('Back leg', 'One piece from floor to shoulder, steamed to a slight lean.', '£64')}
      ${part('Seat', 'Solid, hollowed by hand. The part people keep the longest.', '£96')}
      ${part('Rail', 'Four of them hold the frame square with a draw-bored peg.', '£29')}
      ${part('Crest', 'Where everybody picks it up. Sold with your name on request.', '£52')}
      ${part('Slat', 'Three, loose in their slots, so that the back gives a little.', '£14')}
      ${part('Stretcher', 'Where feet rest. Expected to wear; that is its work.', '£22')}
      </ol>
    </div>
  </section>

  <section class="section" aria-labelledby="ledger-title">
    <div class="split wrap">
      <div class="stack">
        <h2 id="ledger-title">A chair keeps a ledger</h2>
        <p>Each one is numbered, and we write down what happens to it. When you send for a part we know which log it should match.</p>
        <p><a href="/about">How we work</a></p>
      </div>
      <div class="ledger">
        <p class="ledger-title"><span>Chair 0412</span> <span class="quiet">Lindqvist, Durham</span></p>
        <dl>
          <dt>2014</dt><dd>Made, with five others</dd>
          <dt>2017</dt><dd>Left stretcher, worn by a dog</dd>
          <dt>2021</dt><dd>Moved house; rails taken out and put back</dd>
          <dt>2023</dt><dd>Crest, for a new name</dd>
          <dt>2026</dt><dd>Given to a daughter</dd>
        </dl>
      </div>
    </div>
  </section>

  <section class="section" aria-labelledby="closing-title">
    <div class="closing wrap">
      <h2 id="closing-title">The next free places are in March</h2>
      <p>Tell us how many you need and how tall your table is. We answer within two days, with a drawing.</p>
      <p><a class="button" href="/contact">Ask for a chair</a></p>
    </div>
  </section>
</main>
${colophon}`

export const about = `${masthead('workshop')}
<main>
  <section class="wrap stack" style="padding-block: var(--space-l) var(--space-xl)">
    <h1>A small room, a large saw</h1>
    <p class="lead">Tenon is three people in a former saddlery. We stopped making other furniture in 2013, because the chair was the one thing customers kept bringing back to be mended rather than thrown away.</p>
  </section>

  <section class="section" aria-labelledby="days-title">
    <div class="wrap">
      <h2 id="days-title">Nine days from log to chair</h2>
      <ol class="days">
        <li><strong>Day one</strong> <p>Ash from within thirty miles is split, not sawn, so that every part follows the grain.</p></li>
        <li><strong>Day two</strong> <p>Back legs go into the steam for an hour and on to the form for a night.</p></li>
        <li><strong>To day six</strong> <p>Joints are cut to one template. That template is why a part made this year fits a chair from 2014.</p></li>
        <li><strong>Day nine</strong> <p>Two coats of linseed, a number under the seat, and a first line in the ledger.</p></li>
      </ol>
    </div>
  </section>

  <section class="section" aria-labelledby="people-title">
    <div class="wrap">
      <h2 id="people-title">Who makes it</h2>
      <div class="people">
        <div><h3>Maren Hale</h3><p>Frames and joints. Trained as a wheelwright and still measures in spokes.</p></div>
        <div><h3>Idris Cole</h3><p>Seats and steam. Can tell a log’s age by knocking on it, within a decade.</p></div>
        <div><h3>Joan Petrie</h3><p>Repairs and the ledger. The voice on the telephone, and the handwriting on every label.</p></div>
      </div>
    </div>
  </section>
</main>
${colophon}`

export const contact = `${masthead('contact')}
<main>
  <section class="wrap split" style="padding-block: var(--space-l) var(--space-xl)">
    <div class="stack">
      <h1>Write to Joan</h1>
      <p>Send for a part with the number under your seat, or ask for new chairs. She answers within two days.</p>
      <address class="quiet">Tenon<br>Saddlers Lane 4<br>Hexham<br><a href="mailto:joan@tenon.example">joan@tenon.example</a></address>
    </div>
    <form class="form" action="mailto:joan@tenon.example" method="post" enctype="text/plain">
      <label class="field">Your name <input name="name" autocomplete="name" required></label>
      <label class="field">Email <input name="email" type="email" autocomplete="email" required></label>
      <label class="field">What is it about
        <select name="about">
          <option>New chairs</option>
          <option>A part for my chair</option>
          <option>A visit on a Friday</option>
        </select>
      </label>
      <label class="field">Chair number, if you have one <input name="number" inputmode="numeric" pattern="[0-9]*"></label>
      <label class="field">Message <textarea name="message" rows="6" required></textarea></label>
      <p><button class="button" type="submit">Send</button></p>
    </form>
  </section>
</main>
${colophon}`
