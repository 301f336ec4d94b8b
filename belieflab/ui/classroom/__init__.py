"""The class on the Crowd page: students answer from their phones, and the teacher sees it live."""
