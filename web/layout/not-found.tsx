import { data } from 'react-router';

/** An unknown address: "Page not found", with status 404. */
export const loader = () => {
  throw data(null, { status: 404 });
};

export default function NotFoundPage() {
  return null;
}
