import type { TradeCopy } from './trades.ts'

const weekdays = [
  ['Montag bis Freitag', '9 – 18 Uhr'],
  ['Samstag', '9 – 14 Uhr'],
  ['Sonntag', 'geschlossen'],
] as const

export const bakeryCopy: TradeCopy = {
  kind: 'eine Bäckerei',
  headline: 'Um sechs frisch. Mittags weg.',
  lead: (name, described) =>
    `${name} ist ${described}. Wir backen, was wir warm verkaufen können, und setzen danach den Teig für morgen an.`,
  boardTitle: 'Heute im Regal',
  board: [
    ['Landbrot', 'Zur Hälfte Roggen, zwei Tage Zeit', '5,20 €'],
    ['Frühstücksbrötchen', 'Ab sieben, noch warm', '0,90 €'],
    ['Körnerkasten', 'Sonnenblume, Leinsaat, etwas Honig', '4,60 €'],
    ['Buttercroissant', 'Siebenundzwanzig Lagen', '2,40 €'],
    ['Apfelschnitte', 'Nur solange die Äpfel gut sind', '3,10 €'],
    ['Brot von gestern', 'Zum halben Preis, bestens zum Rösten', '2,60 €'],
  ],
  storyTitle: 'Drei Leute und ein Ofen',
  story: [
    'Der Sauerteig ist älter als der Laden. Er kam in einem Glas mit dem Zug und wird seitdem jeden Morgen gefüttert, auch an Geburtstagen.',
    'Das Mehl kommt aus zwei Mühlen, die wir kennen, die Butter von einem Hof, den man von hier aus sieht. Mehr Rezept ist es nicht.',
  ],
  hours: [
    ['Montag', 'geschlossen'],
    ['Dienstag bis Freitag', '6 – 13 Uhr'],
    ['Samstag', '6 – 12 Uhr'],
    ['Sonntag', '7 – 11 Uhr'],
  ],
  action: 'Für morgen bestellen',
}

export const cafeCopy: TradeCopy = {
  kind: 'ein Café',
  headline: 'Setzen Sie sich. Guter Kaffee braucht vier Minuten.',
  lead: (name, described) =>
    `${name} ist ${described}. Eine Röstung pro Woche, zwei Mühlen, neun Stühle und keine Eile, die wir nicht selbst mitbringen.`,
  boardTitle: 'Was wir ausschenken',
  board: [
    ['Espresso', 'Die Röstung der Woche, kurz', '2,20 €'],
    ['Filterkaffee', 'Einzeln gebrüht, vier Minuten', '3,40 €'],
    ['Flat White', 'Zwei Espressi, wenig Milch', '3,60 €'],
    ['Cold Brew', 'Sechzehn Stunden gezogen', '3,90 €'],
    ['Schwarzer Tee', 'Eine Kanne, und noch einmal Wasser', '3,20 €'],
    ['Etwas dazu', 'Was heute Morgen gekommen ist', '3,00 €'],
  ],
  storyTitle: 'Montags wird geröstet',
  story: [
    'Jeden Montag bleibt die Tür zu, und die Trommel dreht sich. Am Dienstag steht ein Kaffee auf der Theke, und sein Name an der Wand.',
    'Ist er alle, rösten wir den nächsten. Niemand muss sich zwischen vierzehn Sorten entscheiden, bevor er wach ist.',
  ],
  hours: [
    ['Montag', 'Wir rösten'],
    ['Dienstag bis Freitag', '7:30 – 17 Uhr'],
    ['Samstag', '8:30 – 17 Uhr'],
    ['Sonntag', '9 – 14 Uhr'],
  ],
  action: 'So finden Sie uns',
}

export const restaurantCopy: TradeCopy = {
  kind: 'ein Restaurant',
  headline: 'Heute neun Gerichte. Morgen andere.',
  lead: (name, described) => `${name} ist ${described}. Die Karte schreiben wir nach dem Markt, nicht vorher.`,
  boardTitle: 'Heute Abend',
  board: [
    ['Brot und gesalzene Butter', 'Bis der Korb leer ist', '4,00 €'],
    ['Lauch in Vinaigrette', 'Haselnuss, Ei, Senf', '9,50 €'],
    ['Forelle', 'Buttermilch, Dill, neue Kartoffeln', '19,00 €'],
    ['Geschmorte Schulter', 'Für zwei, mit allem aus dem Topf', '38,00 €'],
    ['Käse', 'Drei Sorten, eine davon laut', '11,00 €'],
    ['Gestürzte Creme', 'Und was der Garten schickt', '7,50 €'],
  ],
  storyTitle: 'Eine kurze Karte, mit Absicht',
  story: [
    'Zwei Köche können neun Dinge gut. Also sind es neun, und das zehnte ist Wasser, das kostet nichts.',
    'Sagen Sie uns beim Reservieren, was Sie nicht essen. Wir kochen lieber darum herum, als uns zu entschuldigen.',
  ],
  hours: [
    ['Montag und Dienstag', 'geschlossen'],
    ['Mittwoch bis Freitag', '18 – 23 Uhr'],
    ['Samstag', '12 – 23 Uhr'],
    ['Sonntag', '12 – 16 Uhr'],
  ],
  action: 'Tisch reservieren',
}

export const workshopCopy: TradeCopy = {
  kind: 'eine Werkstatt',
  headline: 'Einmal gemacht, für genau diesen Platz.',
  lead: (name, described) =>
    `${name} ist ${described}. Wir messen vor Ort, zeichnen mit Ihnen und bauen hier. Wen Sie fragen, der hat es auch gemacht.`,
  boardTitle: 'Von der Werkbank',
  board: [
    ['Erster Besuch', 'Wir messen, Sie zeigen uns den Ort', '0'],
    ['Ein kleines Stück', 'Hocker, Regal, Kiste mit Deckel', 'ab 180 €'],
    ['Ein Tisch', 'Massiv, geölt, für Ihren Raum', 'ab 1.900 €'],
    ['Ein Einbau', 'An der Wand, die nie gerade ist', 'ab 3.400 €'],
    ['Eine Reparatur', 'Wir sagen vorher, ob sie sich lohnt', 'ab 60 €'],
    ['Ein Tag an der Bank', 'Zu zweit, mit Werkzeug und Mittagessen', '140 €'],
  ],
  storyTitle: 'Langsam, wo es zählt',
  story: [
    'Das meiste entscheidet sich vor dem ersten Schnitt: wie etwas benutzt wird, wie das Licht fällt, wohin die Tür aufgeht.',
    'Danach gehört es zum Haus. Löst sich in zehn Jahren etwas, bringen Sie es zurück. Wir wissen, wie es zusammengesetzt ist.',
  ],
  hours: [
    ['Montag bis Donnerstag', '7:30 – 16:30 Uhr'],
    ['Freitag', '7:30 – 13 Uhr'],
    ['Samstag', 'nach Absprache'],
    ['Sonntag', 'geschlossen'],
  ],
  action: 'Zeigen Sie uns den Ort',
}

export const practiceCopy: TradeCopy = {
  kind: 'eine Praxis',
  headline: 'Erst erklären wir. Dann entscheiden Sie.',
  lead: (name, described) =>
    `${name} ist ${described}. Termine beginnen pünktlich, die Preise stehen auf dieser Seite, und niemand wird hier ein Fall genannt.`,
  boardTitle: 'Was es kostet',
  board: [
    ['Erstes Gespräch', 'Dreißig Minuten, nichts zu unterschreiben', '0'],
    ['Termin', 'Fünfundvierzig Minuten', '85 €'],
    ['Folgetermin', 'Zwanzig Minuten, auch am Telefon', '40 €'],
    ['Befund', 'Zwei Seiten, die man versteht', '160 €'],
    ['Am selben Tag', 'Zwei Plätze halten wir täglich frei', '110 €'],
    ['Hausbesuch', 'Bis acht Kilometer', '120 €'],
  ],
  storyTitle: 'Klare Worte, aufgeschrieben',
  story: [
    'Nach jedem Termin bekommen Sie eine Seite: was wir gefunden haben, was wir raten, was es kostet. Zeigen Sie sie, wem Sie wollen.',
    'Wenn wir nicht die Richtigen sind, sagen wir das, und wer es ist.',
  ],
  hours: [
    ['Montag bis Mittwoch', '8 – 17 Uhr'],
    ['Donnerstag', '10 – 19 Uhr'],
    ['Freitag', '8 – 13 Uhr'],
    ['Wochenende', 'am Telefon'],
  ],
  action: 'Termin anfragen',
}

export const trainingCopy: TradeCopy = {
  kind: 'ein Studio',
  headline: 'Zwölf Leute, eine Lehrerin, keine Spiegel.',
  lead: (name, described) =>
    `${name} ist ${described}. Kleine Gruppen, schlichte Räume und jemand, der merkt, wenn die Schulter die Arbeit des Rückens macht.`,
  boardTitle: 'Die Woche',
  board: [
    ['Erster Besuch', 'Eine Stunde nach Wahl', '0'],
    ['Einzelne Stunde', 'Sechzig Minuten', '14 €'],
    ['Zehn Stunden', 'Ein halbes Jahr gültig', '120 €'],
    ['Jede Woche', 'Alle Stunden, ein Monat', '79 €'],
    ['Zu zweit', 'Eine Stunde, am Ende ein Plan', '55 €'],
    ['Vor der Arbeit', 'Dienstag und Donnerstag, 6:45 Uhr', '11 €'],
  ],
  storyTitle: 'Stärker wird man langsam',
  story: [
    'Wir üben weniger Bewegungen als anderswo, und die länger. Das ist anstrengender, als es aussieht, und danach ist vieles leichter.',
    'Bringen Sie Kleidung mit, in der Sie knien können. Alles andere ist da.',
  ],
  hours: [
    ['Montag bis Donnerstag', '6:30 – 21 Uhr'],
    ['Freitag', '6:30 – 18 Uhr'],
    ['Samstag', '9 – 13 Uhr'],
    ['Sonntag', 'geschlossen'],
  ],
  action: 'Ersten Besuch buchen',
}

export const softwareCopy: TradeCopy = {
  kind: 'ein Studio',
  headline: 'Zwei Projekte zur selben Zeit. Ihres kann eines sein.',
  lead: (name, described) =>
    `${name} ist ${described}. Wen Sie kennenlernen, der macht die Arbeit: von der ersten Skizze bis zur letzten Datei.`,
  boardTitle: 'So fangen wir an',
  board: [
    ['Ein Vormittag', 'Sie bringen die Frage, wir zeichnen', '450 €'],
    ['Eine Woche', 'Eine Sache, fertig', '2.900 €'],
    ['Ein Projekt', 'Sechs bis zehn Wochen, fester Preis', 'ab 14.000 €'],
    ['Ein Jahr', 'Zwei Tage im Monat, was gerade ansteht', '1.600 € im Monat'],
    ['Eine zweite Meinung', 'Zu einem Angebot von anderen', '280 €'],
    ['Ein Vortrag', 'Für Ihr Team, mit Fragen', '700 €'],
  ],
  storyTitle: 'Klein, damit es gut bleibt',
  story: [
    'Wir hätten wachsen können. Stattdessen sagen wir genauer, wann: wann wir anfangen, wann Sie etwas sehen, wann es fertig ist.',
    'Alles, was entsteht, gehört Ihnen, in Dateien, die sich auch ohne uns öffnen lassen.',
  ],
  hours: [
    ['Montag bis Donnerstag', '9 – 17:30 Uhr'],
    ['Freitag', 'Wir zeichnen'],
    ['Wochenende', 'geschlossen'],
  ],
  action: 'Erzählen Sie davon',
}

export const anyCopy: TradeCopy = {
  kind: 'ein kleiner Betrieb',
  headline: 'Eine Sache, die aber richtig.',
  lead: (name, described) => `${name} ist ${described}. Fragen Sie uns: Wer antwortet, macht es auch.`,
  boardTitle: 'Was wir tun',
  board: [
    ['Ein erster Blick', 'Wir kommen vorbei, oder Sie', '0'],
    ['Das Übliche', 'Was die meisten brauchen, zum festen Preis', '60 €'],
    ['Das Ganze', 'Vom Anfang bis zum Aufräumen', '240 €'],
    ['Wenn es eilt', 'Morgen, wenn es irgend geht', '90 €'],
    ['Jeden Monat', 'Damit Sie nicht daran denken müssen', '45 €'],
    ['Eine Reparatur', 'Wir sagen vorher, was sie kostet', 'ab 25 €'],
  ],
  storyTitle: 'Wie es dazu kam',
  story: [
    'Es begann als Gefallen für eine Nachbarin. Daraus wurde eine Liste, dann ein Kalender, dann eine Tür mit Schild.',
    'Wir arbeiten noch immer so, als sähe die Nachbarin zu.',
  ],
  hours: weekdays,
  action: 'Kontakt aufnehmen',
}
