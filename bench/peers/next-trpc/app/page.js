export default function Page() {
  return <h1>Subscribers</h1>;
}
