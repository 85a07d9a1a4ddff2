interface Month {
  name: string;
  revenue: number;
}

interface Props {
  title?: string;
  months?: Month[];
}

const SAMPLE: Month[] = [
  { name: 'Jan', revenue: 42 },
  { name: 'Feb', revenue: 48 },
  { name: 'Mar', revenue: 45 },
  { name: 'Apr', revenue: 57 },
  { name: 'May', revenue: 63 },
  { name: 'Jun', revenue: 71 },
];

const styles = `
  .board { min-height: 100vh; box-sizing: border-box; padding: 48px 24px; background: #f2f4f8; color: #16213a;
    font: 16px/1.5 Inter, system-ui, sans-serif; }
  .widget { max-width: 560px; margin: 0 auto; padding: 28px; background: #fff; border: 1px solid #dde2ec; border-radius: 16px; }
  .widget h1 { margin: 0; font-size: 18px; font-weight: 600; }
  .widget .total { margin: 12px 0 0; font-size: 40px; font-weight: 700; letter-spacing: -0.02em; line-height: 1.1; }
  .widget .change { margin: 6px 0 24px; color: #1c6b47; }
  .bars { display: grid; grid-template-columns: repeat(6, 1fr); gap: 16px; align-items: end; height: 200px; margin: 0; padding: 0;
    list-style: none; }
  .bars li { display: flex; flex-direction: column; justify-content: flex-end; gap: 8px; height: 100%; text-align: center; font-size: 14px;
    color: #4a566f; }
  .bars i { display: block; border-radius: 6px 6px 2px 2px; background: #c3cfe8; }
  .bars li:last-child { color: #16213a; font-weight: 600; }
  .bars li:last-child i { background: #2f5bd0; }
`;

export default function RevenueWidget({ title = 'Revenue, first half', months = SAMPLE }: Props) {
  const total = months.reduce((sum, { revenue }) => sum + revenue, 0);
  const most = Math.max(...months.map(({ revenue }) => revenue));
  const [first, last] = [months[0]!, months.at(-1)!];
  const growth = Math.round(((last.revenue - first.revenue) / first.revenue) * 100);

  return (
    <main className="board">
      <style>{styles}</style>
      <section className="widget">
        <h1>{title}</h1>
        <p className="total">€{total},000</p>
        <p className="change">
          {growth} % more in {last.name} than in {first.name}
        </p>
        <ul className="bars">
          {months.map(({ name, revenue }) => (
            <li key={name}>
              <span>{revenue}k</span>
              <i style={{ height: `${(revenue / most) * 130}px` }} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
