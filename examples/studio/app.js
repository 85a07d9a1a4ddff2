const PIECES = {
  bench: {
    alt: 'Drawing of a long low bench with four splayed legs',
    made: 'Oak, blown over near Ljungby in 2021. 180 cm long.',
  },
  stool: {
    alt: 'Drawing of a three-legged stool with a round seat',
    made: 'Birch, from the lake shore at Helgasjön. 45 cm high.',
  },
  shelf: {
    alt: 'Drawing of a wall shelf with three boards between two uprights',
    made: 'Ash, one trunk from the school road. 110 cm high.',
  },
};

const drawing = document.getElementById('drawing');
const made = document.getElementById('made');
const buttons = document.querySelectorAll('[data-piece]');

for (const button of buttons) {
  button.addEventListener('click', () => {
    const piece = button.dataset.piece;
    for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
    drawing.src = `images/${piece}.svg`;
    drawing.alt = PIECES[piece].alt;
    made.textContent = PIECES[piece].made;
  });
}
